// Reads Moodle XML. Questions without one correct answer are left out.
import { ImportError } from '@qb/core/questions'
import { DomUtils, parseDocument } from 'htmlparser2'
import { toVisibleText, type VisibleText } from './html-to-text.ts'
import { createListSource, describeKind, type Listed, listQuestion, readCategory } from './question-list.ts'
import type { Source } from './source.ts'

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number]

/** @see https://docs.moodle.org/en/Moodle_XML_format */
export function readMoodleSource(text: string): Source {
  const document = parseDocument(text, { xmlMode: true })
  const [quiz] = DomUtils.getElementsByTagName('quiz', document, true, 1)
  if (!quiz) throw new ImportError('expected the XML of a Moodle quiz', ', got another document')
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
  const leaveOut = (kind: string): Listed => ({ number, reason: describeKind(kind) })
  const kind = element.attribs.type ?? ''
  if (!['multichoice', 'truefalse', 'shortanswer', 'numerical'].includes(kind))
    return leaveOut(`the type ${kind}`)
  const question = textIn(element, 'questiontext')
  const answers = childrenOf(element, 'answer').map((answer) => ({
    ...textOf(answer),
    share: Number(answer.attribs.fraction ?? 0),
    isExact: Number(textIn(answer, 'tolerance').text || 0) === 0,
  }))
  const lost = [question, ...answers].find((part) => part.lost !== undefined)?.lost
  if (lost !== undefined) return leaveOut(`one with <${lost}>`)
  const isTyped = kind === 'shortanswer' || kind === 'numerical'
  if (isTyped && answers.some(({ share, isExact, text }) => share > 0 && (!isExact || text.includes('*'))))
    return leaveOut('a pattern or a range of answers')
  const about = {
    number,
    question: question.text,
    topic,
    explanation: textIn(element, 'generalfeedback').text,
  }
  const named = answers.map(({ text, share }) => ({ text: isTyped ? text : capitalise(text, kind), share }))
  return listQuestion(about, named, isTyped)
}

/** Moodle writes `true` and `false` in lower case. */
function capitalise(text: string, kind: string): string {
  return kind === 'truefalse' ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

function childrenOf(element: Element, name: string): Element[] {
  return DomUtils.getElementsByTagName(name, element.children, false)
}

function textIn(element: Element, name: string): VisibleText {
  const [child] = childrenOf(element, name)
  return child ? textOf(child) : { text: '' }
}

/** The text of an element. It is HTML unless its format says otherwise. */
function textOf(element: Element): VisibleText {
  const [child] = childrenOf(element, 'text')
  const written = DomUtils.textContent(child ?? element).trim()
  const isPlain = ['plain_text', 'moodle_auto_format', 'markdown'].includes(element.attribs.format ?? 'html')
  return isPlain ? { text: written } : toVisibleText(written)
}
