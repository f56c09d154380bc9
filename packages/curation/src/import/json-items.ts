// Finds the questions in a document of JSON: a list, a member with a list, lists by topic, or lists of lists.
import { findTarget, type HeaderSettings, ImportError, splitHeader, type Table } from '@qb/core/questions'
import type { Source } from './source.ts'

export type Item = Readonly<Record<string, unknown>>

export function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Members with a list of questions, and members with the name of such a list. */
const LIST_MEMBERS = ['results', 'questions', 'data', 'items', 'quiz']
const PLAYER = /^(?:student|pupil|player|participant|respondent)$/i
const NAME_MEMBERS = ['topic', 'category', 'name', 'title', 'subject']

/**
 * Finds the list of questions: the document itself, or its member `results`, `questions` or `data`, or all lists of an object, whose
 * keys become topics, or an object by number, by topic and number, or by the text of the question. An item with a list of questions
 * stands for these.
 * @throws ImportError when there is no list
 */
export function findItems(json: unknown): unknown[] {
  if (Array.isArray(json)) return json.flatMap(openItem)
  if (!isItem(json)) throw noList()
  const member = findMember(json)
  // What a student answered is perhaps not right.
  const player = Object.fromEntries(Object.entries(json).filter(([name]) => PLAYER.test(name)))
  const open = (list: unknown) =>
    findItems(list).map((item) => (isItem(item) ? { ...player, ...item } : item))
  if (member !== undefined) return open(json[member])
  if (hasQuestion(json)) return openItem(json)
  const isTopic = (value: unknown) =>
    Array.isArray(value) && value.every((one) => isItem(one) && hasQuestion(one))
  const inner = Object.values(json).every(isTopic) ? undefined : findList(json)
  if (inner) return open(inner)
  const entries = Object.entries(json)
  if (entries.length === 0) throw noList()
  const areLists = entries.every(([, value]) => Array.isArray(value) && value.every(isItem))
  const areNumbered = entries.every(
    ([, value]) => isItem(value) && Object.values(value).every(isItem) && !hasQuestion(value),
  )
  if (areLists || areNumbered)
    return entries.flatMap(([topic, items]) =>
      Object.values(items as Record<string, Item>).map((item) => addTopic(item, topic)),
    )
  if (!entries.every((entry): entry is [string, Item] => isItem(entry[1]))) throw noList()
  const areByText = entries.every(([text, item]) => /\s/.test(text) && !hasQuestion(item))
  if (areByText) return entries.map(([question, item]) => ({ question, ...item }))
  // Questions by their numbers or ids.
  if (entries.length === 1) throw noList()
  return Object.values(json)
}

/** The known member of an object that has the questions. */
const findMember = (json: Item) =>
  LIST_MEMBERS.find((name) => Array.isArray(json[name]) || isItem(json[name]))

/** The names of the other members of an object with lists of questions, when the list of a known member is read. */
export function findUnread(json: unknown): string[] {
  const read = isItem(json) ? findMember(json) : undefined
  if (!isItem(json) || read === undefined) return []
  const areQuestions = (value: unknown) =>
    Array.isArray(value) && value.some((one) => isItem(one) && hasQuestion(one))
  return Object.keys(json).filter((name) => name !== read && areQuestions(json[name]))
}

function hasQuestion(item: Item): boolean {
  const isList = (value: unknown) =>
    Array.isArray(value) || (isItem(value) && Object.values(value).every(isItem))
  return Object.entries(item).some(([name, value]) => findTarget(name) === 'question' && !isList(value))
}

function noList(): ImportError {
  return new ImportError(
    'expected a list of questions, or an object with a list `results`, `questions` or `data`',
  )
}

/** A list of objects in an object: a known member, or the only list of objects that are no options. */
function findList(item: Item): Item[] | undefined {
  const areItems = (value: unknown): value is Item[] =>
    Array.isArray(value) && value.length > 0 && value.every(isItem)
  const known = LIST_MEMBERS.map((name) => item[name]).find(areItems)
  const lists = Object.values(item).filter(areItems)
  const canBeQuestions = (list: Item[]) =>
    list.some((one) => hasQuestion(one) || isSurvey(one) || findList(one))
  const others = lists.filter(canBeQuestions)
  return known ?? (others.length === 1 ? others[0] : undefined)
}

/** A question of SurveyJS. @see https://surveyjs.io */
const isSurvey = (item: Item) => 'title' in item && 'choices' in item && 'correctAnswer' in item

const areLists = (value: unknown): value is unknown[][] => Array.isArray(value) && value.every(Array.isArray)

function openItem(item: unknown): unknown[] {
  if (!isItem(item)) return [item]
  if (isSurvey(item)) {
    const { title: question, name: id, ...others } = item
    return [{ id, question, ...others }]
  }
  if (isItem(item.question) && 'stem' in item.question) {
    const { stem: question, ...others } = item.question
    return [{ ...item, ...others, question }]
  }
  const { article, questions, options, answers } = item
  if (
    areLists(options) &&
    [questions, answers].every((list) => Array.isArray(list) && list.length === options.length)
  )
    return options.map((own, at) => {
      const question = (questions as unknown[])[at]
      const shown = typeof article === 'string' ? `${article}\n\n${question}` : question
      return { question: shown, options: own, answer: (answers as unknown[])[at] }
    })
  const list = LIST_MEMBERS.some((name) => name in item) || !hasQuestion(item) ? findList(item) : undefined
  const topic = NAME_MEMBERS.map((name) => item[name]).find((value) => typeof value === 'string')
  if (!list || 'question' in item) return [withMarks(item)]
  return list
    .flatMap(openItem)
    .map((question) =>
      topic === undefined || !isItem(question) ? question : addTopic(question, String(topic)),
    )
}

/** Joins `answers: { answer_a }` and `correct_answers: { answer_a_correct }`. @see https://quizapi.io */
function withMarks(item: Item): Item {
  const { answers, correct_answers: marks, correct_answer: _, ...others } = item
  if (!isItem(answers) || !isItem(marks)) return item
  const options = Object.entries(answers).flatMap(([key, text]) =>
    text === null ? [] : [{ text, label: key, isCorrect: marks[`${key}_correct`] }],
  )
  return { ...others, options }
}

function addTopic(item: Item, topic: string): Item {
  return 'topic' in item || 'category' in item ? item : { ...item, topic }
}

/** Reads lists such as `["Capital of France?", ["Rome", "Paris"], "Paris"]`, or rows of texts with or without a header. */
export function readLists(lists: readonly (readonly unknown[])[], settings: HeaderSettings): Source {
  const records = lists.map((values, index) => ({ number: index + 1, values }))
  const names = settings.hasHeader === undefined ? nameLists(lists) : undefined
  const table: Table = names ? { header: names, records } : splitHeader(records, settings)
  return { table, format: 'JSON', unit: 'item', dropped: [] }
}

/** The columns of rows with one list of options, the text of one of them, and one other text. */
function nameLists(rows: readonly (readonly unknown[])[]): string[] | undefined {
  const width = rows[0]?.length ?? 0
  const indexes = [...Array(width).keys()]
  const isOf = (index: number, test: (value: unknown, row: readonly unknown[]) => boolean) =>
    rows.every((row) => row.length === width && test(row[index], row))
  const [list, ...others] = indexes.filter((index) => isOf(index, (value) => Array.isArray(value)))
  if (list === undefined || others.length > 0 || width !== 3) return undefined
  const isAnswer = (value: unknown, row: readonly unknown[]) => (row[list] as unknown[]).includes(value)
  const answers = indexes.filter((index) => index !== list && isOf(index, isAnswer))
  if (answers.length !== 1) return undefined
  return indexes.map((index) => {
    if (index === list) return 'options'
    return index === answers[0] ? 'correct_answer' : 'question'
  })
}
