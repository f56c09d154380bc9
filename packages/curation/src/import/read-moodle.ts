// Reads Moodle XML. Questions without one correct answer are left out.
import { refusal } from '@qb/core/questions'
import { DomUtils, parseDocument } from 'htmlparser2'
import { readFormatted, type TextFormat, type VisibleText } from './html-to-text.ts'
import { createListSource, type Listed, leaveOut, listQuestion, readCategory } from './question-list.ts'
import type { Source } from './source.ts'

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number]

/** @see https://docs.moodle.org/en/Moodle_XML_format */
export function readMoodleSource(text: string): Source {
  const document = parseDocument(text, { xmlMode: true })
  const [quiz] = DomUtils.getElementsByTagName('quiz', document, true, 1)
  if (!quiz || childrenOf(quiz, 'question').length === 0)
    throw refusal('the XML of a Moodle quiz', 'another document')
  const listed: Listed[] = []
  let topic = ''
  for (const [index, element] of childrenOf(quiz, 'question').entries()) {
    const kind = element.attribs.type ?? ''
    if (kind === 'category') topic = readCategory(textIn(element, 'category').text)
    else if (kind !== 'description') listed.push(readQuestion(element, index + 1, topic))
  }
  return createListSource('Moodle XML', 'item', listed)
}

function readQuestion(element: Element, number: number, topic: string): Listed {
  const kind = element.attribs.type ?? ''
  if (!['multichoice', 'truefalse', 'shortanswer', 'numerical'].includes(kind))
    return leaveOut(number, `the type ${kind}`)
  const answers = childrenOf(element, 'answer')
  if (answers.some((answer) => Number(textIn(answer, 'tolerance').text || 0) !== 0))
    return leaveOut(number, 'a pattern or a range of answers')
  if (childrenOf(element, 'image').some((image) => DomUtils.textContent(image).trim() !== ''))
    return leaveOut(number, 'a picture')
  const ofRight = textIn(element, 'correctfeedback')
  const shown = answers.map((answer) => {
    const text = textOf(answer)
    const own = textIn(answer, 'feedback')
    return {
      // Moodle writes `true` and `false` in lower case.
      text: kind === 'truefalse' ? { text: text.text.replace(/^[tf]/, (char) => char.toUpperCase()) } : text,
      share: Number(answer.attribs.fraction ?? 0),
      feedback: own.text === '' ? ofRight : own,
    }
  })
  const about = {
    number,
    topic,
    question: textIn(element, 'questiontext'),
    explanation: textIn(element, 'generalfeedback'),
    isTruth: kind === 'truefalse',
  }
  return listQuestion(about, shown, kind === 'shortanswer' || kind === 'numerical')
}

function childrenOf(element: Element, name: string): Element[] {
  return DomUtils.getElementsByTagName(name, element.children, false)
}

function textIn(element: Element, name: string): VisibleText {
  const [child] = childrenOf(element, name)
  return child ? textOf(child) : { text: '' }
}

const FORMATS: Readonly<Record<string, TextFormat>> = {
  plain_text: 'plain',
  moodle_auto_format: 'moodle',
  markdown: 'markdown',
}

/** The text of an element. Its HTML can be escaped, or be elements of the document. */
function textOf(element: Element): VisibleText {
  const child = childrenOf(element, 'text')[0] ?? element
  const hasElements = child.children.some(({ type }) => type === 'tag')
  const written = hasElements ? DomUtils.getInnerHTML(child) : DomUtils.textContent(child)
  return readFormatted(written, FORMATS[element.attribs.format ?? ''] ?? 'html')
}
