import { describe, expect, it } from 'vitest'
import { readCategoryName } from './category-name.ts'

describe('readCategoryName', () => {
  it.each([
    ['Refined_Astronomy_Questions.csv', 'astronomy', 'Astronomy'],
    ['Refined_General_Knowledge_Questions.csv', 'general_knowledge', 'General Knowledge'],
    ['Refined_General Knowledge_Questions.csv', 'general_knowledge', 'General Knowledge'],
    ['Refined_Pok\u00e9mon_Questions.csv', 'pok\u00e9mon', 'Pok\u00e9mon'],
    ['Refined_Poke\u0301mon_Questions.csv', 'pok\u00e9mon', 'Pok\u00e9mon'],
  ])('reads %s', (fileName, category, title) => {
    expect(readCategoryName(fileName)).toEqual({ category, title })
  })

  it.each(['Astronomy.csv', 'Refined__Questions.csv', 'Refined_Astronomy_Questions.csv~', '.DS_Store', ''])(
    'ignores %s',
    (fileName) => {
      expect(readCategoryName(fileName)).toBeUndefined()
    },
  )
})
