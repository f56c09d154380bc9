import { describe, expect, it } from 'vitest'
import { readCategoryName } from './category-name.ts'

describe('readCategoryName', () => {
  it.each([
    ['Refined_Astronomy_Questions.csv', 'astronomy', 'Astronomy'],
    ['Refined_General_Knowledge_Questions.csv', 'general_knowledge', 'General Knowledge'],
    ['Refined_General Knowledge_Questions.csv', 'general_knowledge', 'General Knowledge'],
    ['Refined_Pok\u00e9mon_Questions.csv', 'pok\u00e9mon', 'Pok\u00e9mon'],
    ['Refined_Poke\u0301mon_Questions.csv', 'pok\u00e9mon', 'Pok\u00e9mon'],
    ['psychology.csv', 'psychology', 'Psychology'],
    ['Astronomy.csv', 'astronomy', 'Astronomy'],
    ['american-history-questions.csv', 'american_history', 'American history'],
    ['American History Questions.CSV', 'american_history', 'American History'],
    ['questions.csv', 'questions', 'Questions'],
    ['refined_astronomy_questions.csv', 'refined_astronomy', 'Refined astronomy'],
    ['a--b__c .csv', 'a_b_c', 'A b c'],
  ])('reads %s', (fileName, category, title) => {
    expect(readCategoryName(fileName)).toEqual({ category, title })
  })

  it.each([
    'questions.json',
    'Refined_Astronomy_Questions.csv~',
    '.DS_Store',
    '.hidden.csv',
    '~$zoo.csv',
    '-.csv',
    '.csv',
    '',
  ])('ignores %s', (fileName) => {
    expect(readCategoryName(fileName)).toBeUndefined()
  })
})
