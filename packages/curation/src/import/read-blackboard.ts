// Reads the text files that Blackboard uploads: a kind of question, and cells between tabs, in each line.
import { isTruth } from '@qb/core/questions'
import { readFormatted } from './html-to-text.ts'
import { createListSource, type Listed, leaveOut, listQuestion, listTruth } from './question-list.ts'
import type { Source } from './source.ts'

const KIND = /^"?(MC|MA|TF|ESS|ORD|MAT|FIB|FIB_PLUS|FIL|NUM|SR|OP|JUMBLED_SENTENCE|QUIZ_BOWL)"?\t/

export function isBlackboard(text: string): boolean {
  const lines = text.split(/\r\n|\n|\r/, 20).filter((line) => line.trim() !== '')
  return lines.length > 0 && lines.every((line) => KIND.test(line))
}

/** @see https://help.blackboard.com/Learn/Instructor/Original/Tests_Pools_Surveys/Reuse_Questions/Upload_Questions */
export function readBlackboardSource(text: string): Source {
  const listed = text.split(/\r\n|\n|\r/).flatMap((line, index) => {
    const cells = line.split('\t').map((cell) =>
      cell
        .trim()
        .replace(/^"(.*)"$/s, '$1')
        .replaceAll('""', '"'),
    )
    return line.trim() === '' ? [] : [readQuestion(index + 1, cells)]
  })
  return createListSource('Blackboard', 'line', listed)
}

function readQuestion(number: number, [kind = '', question = '', ...cells]: readonly string[]): Listed {
  const filled = cells.filter((cell) => cell !== '')
  const list = (answers: readonly { text: string; share: number }[], isTyped = false) =>
    listQuestion(
      { number, question: readFormatted(question, 'moodle'), isTruth: kind === 'TF' },
      answers.map(({ text, share }) => ({ text: readFormatted(text, 'moodle'), share })),
      isTyped,
    )
  if (kind === 'TF') {
    const truth = isTruth(filled[0])
    if (filled[0] === undefined || truth === undefined) return leaveOut(number, 'neither true nor false')
    return list(listTruth(truth))
  }
  if (kind === 'MC') {
    const marks = filled.filter((_, index) => index % 2 === 1)
    if (!marks.every((mark) => /^(?:in)?correct$/i.test(mark)))
      return leaveOut(number, 'other marks than correct and incorrect')
    const texts = filled.filter((_, index) => index % 2 === 0)
    return list(texts.map((text, index) => ({ text, share: isTruth(marks[index]) ? 100 : 0 })))
  }
  const [answer = '', tolerance = '0'] = filled
  const isTyped = (kind === 'FIB' && filled.length === 1) || (kind === 'NUM' && Number(tolerance) === 0)
  return isTyped && answer !== ''
    ? list([{ text: answer, share: 100 }], true)
    : leaveOut(number, `the kind ${kind}`)
}
