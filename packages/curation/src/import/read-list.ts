// Reads questions as people write them in a text: Aiken, and lists with numbers before the questions, options with letters or boxes, and
// the correct one in a line such as `Answer: b` or with a mark. The names of lines are those of columns, in all their languages.
import { ALPHABETS, findTarget, foldCase, ImportError, quote, readMark, readPlace } from '@qb/core/questions'
import { createListSource, describeKind, type Listed } from './question-list.ts'
import type { Source } from './source.ts'

/** Letters of options, also full-width ones and an Arabic one with a sign. Numbers can be in circles. */
const LETTERS = `${ALPHABETS.map((alphabet) => alphabet.slice(0, 10)).join('')}أａ-ｊ`
const LABEL = `[${LETTERS}]|\\d\\d?`
/** What is behind a label. Chinese, Japanese and Korean need no space. */
const STOP = '[.:](?:\\s+|(?=[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}]))'
const OPTION = new RegExp(
  `^([*✓✔✅✗✘❌]?)\\ufe0f?\\s*(?:(?:option|choice|answer|antwort|opción|вариант)\\s+)?(?:[([（【]?(${LABEL})(?:${STOP}|[)\\]）】．、]\\s*)|([①-⑳])\\s*)(\\S.*)$`,
  'iu',
)
/** The scripts of the alphabets, and their letters that look alike, at least as capitals. */
const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Hebrew', 'Arabic']
const LOOK_ALIKES = ['aаα', 'bвβ', 'eеε', 'hη']
const BOX = /^(?:[-*+•]\s*)?(\[[ xX✓✔*]?\]|\([ xX✓✔*]\)|[☐☑])\s*(\S.*)$/u
/** The box of an option that is not ticked, behind its text. */
const EMPTY_BOX = /(?<!\s)\s*(?:☐\ufe0f?|(?<=\s)\[\s?\])$/u
/** Where another option starts in a line: documents can have options in two columns. */
const COLUMNS = /(?<=\S)(?:\t|\s{2,80})(?=\(?[B-J2-9][.)]\s)/i
/** The label of an option in a line, perhaps behind a mark. `2.` in a text is an ordinal. */
const LABELS = new RegExp(
  `(?<=^|[\\s,;|/])(?:\\*{1,2}|[✓✔✅✗✘❌]\\ufe0f?\\s*)?(?:([([（【]?)(${LABEL})(?:(?<!\\d)(${STOP})|([)\\]）】．、]))|([①-⑳]))(?=\\s*\\S)`,
  'giu',
)

/** A name before a colon, perhaps with a number, such as `Answer: b` and `Question 2: Why?`. */
const NAMED = /^([^:：]{1,30}?)(?:\s{0,9}(\d{1,3}))?\s{0,9}[:：]\s*(.*)$/
/** A question with its number, or below a sign of Markdown. */
const NUMBERED =
  /^(?:Q\.?|_{2,20}\s|(?:question|frage|pregunta|вопрос)\s)?\s*\(?(\d{1,3})(?:[.):]\s+|[.:](?=\p{Script=Han})|[）．、]\s*|(?<=^Q\D*\d+)\s+)(\S.*)$/iu
const HEADING = /^#{1,6}\s+(\S.*)$/
/** What is about a question and no part of it, as in the lists of Respondus and in documents. */
const NOTE =
  /^(?:(?:q|question|frage|pregunta|вопрос)[\s.]*\d{1,3}[.:)]?$|(?:(?:your|my|given) answer|type|title|points?|hint|tags?|time|level|difficulty|topic|chapter)\s*:(?!.*[?？]$)|[~@]\s|-{3,}$|_{3,}$)/i
/** A line of a dialogue: `Q: Who?` and `A: I`, or `A. I` when no options have letters. */
const DIALOGUES = [/^([QA])(?:\s*:|\s*\d+\s*[.:)])\s*(\S.*)$/i, /^([QA])\s*\d*\s*[.:)]\s*(\S.*)$/] as const

/** How a list says which options are correct: with marks, in a key below the questions, or else in a line below each question. */
interface Style {
  readonly isMarked: boolean
  readonly key?: Key | undefined
  readonly dialogue?: RegExp | undefined
}

/** The letters or texts of the correct options by the numbers of the questions, from a line on. */
interface Key {
  readonly answers: ReadonlyMap<number, string>
  readonly line: number
}

/** How many lines show the style of a list. */
const SAMPLE = 500

/** A line, or an option in one. */
interface Line {
  readonly line: string
  /** From 1. */
  readonly number: number
  /** Whether nobody knows whether it is two options, as in `C. Lima D. Oslo` below `B. Paris`. */
  readonly isUnclear?: boolean
}

/** The lines of a text, with one for each option. */
function splitLines(text: string, limit?: number): Line[] {
  const lines = text.split(/\r\n|\n|\r/, limit)
  const filled = lines.flatMap((line, index) => (line.trim() ? [{ line, number: index + 1 }] : []))
  let wasSplit = false
  let at = 0
  return lines.flatMap((line, index): Line[] => {
    const number = index + 1
    if (!line.trim()) return [{ line, number }]
    at += 1
    const [own = '', answer] =
      ANSWER_BEHIND.test(line.slice(-100)) && readOption(plain(line)) ? line.split(ANSWER_BEHIND) : [line]
    const { parts, isUnclear } = splitOptions(own, answer ?? filled[at]?.line ?? '', wasSplit)
    wasSplit = parts.length > 1
    return [...parts.flatMap((part) => part.split(COLUMNS)), ...(answer ? [answer] : [])].map((part) => ({
      line: part,
      number,
      isUnclear,
    }))
  })
}

/** What is between two labels when the second one is an initial, as in `B. J. C. Maxwell`. */
const INITIALS = /^\s*(?:\p{Lu}\.\s*)*$/u

/** An answer behind options in their line. */
const ANSWER_BEHIND =
  /\s+(?=[([]?(?:correct\s|right\s)?(?:ans(?:wer)?|答案)\s*[:：.–=-]+\s*\(?[a-j]\)?[\])]?\.?\s*$)/i

/** The length of a line that can have several options, or correct an answer. */
const MAX_LENGTH = 2_000

/** The labels in a line: their places from 0, and their forms. One with a full stop can be the initial of a name. */
const labelsOf = (line: string) =>
  [...line.matchAll(LABELS)].map(
    ({ 0: match, index, 1: open, 2: label, 3: stop, 4: bracket, 5: circled = '' }) => {
      const { place, alphabet, isLower } = readLabel(label ?? circled)
      return {
        index,
        end: index + match.length,
        place,
        alphabet,
        form: `${open}${alphabet}${label && (stop?.[0] ?? bracket)}${isLower}`,
        isInitial: stop !== undefined && !/(?:\t|\s\s)$/.test(line.slice(0, index)),
      }
    },
  )

/** The place of a label from 0, and its alphabet from 0, which is -1 for a number. */
function readLabel(written: string) {
  const letter = written.normalize('NFKC')
  const lower = letter.toLowerCase().normalize('NFD')[0] ?? ''
  const alphabet = ALPHABETS.findIndex((letters) => letters.includes(lower))
  const place = ALPHABETS[alphabet]?.indexOf(lower) ?? Number(letter) - 1
  return { label: alphabet < 0 ? `${place + 1}` : lower, place, alphabet, isLower: letter === lower }
}

/**
 * Splits a line at labels of one form that follow each other: `a) Rome b) Paris`, also behind a question. The next line must continue
 * them. A letter with a full stop can be the initial of a name, unless the labels of other lines need it.
 */
function splitOptions(line: string, next: string, wasSplit: boolean) {
  const labels = line.length > MAX_LENGTH ? [] : labelsOf(line)
  const starts = labels.filter(({ place, index, isInitial }) => {
    const before = line.slice(0, index)
    return /^\s*(?:[-+•]\s+)?$/.test(before) || (place === 0 && (!isInitial || /[\p{P}_]\s*$/u.test(before)))
  })
  for (const start of starts) {
    const found = [start]
    for (const label of labels) {
      const { form, place, end } = found.at(-1) ?? start
      const isNext = label.index >= end && label.form === form && label.place === place + 1
      if (isNext && !INITIALS.test(line.slice(end, label.index))) found.push(label)
    }
    const isFirst = starts[0] === start && /^\W*$/.test(line.slice(0, start.index))
    const [after] = labelsOf(next.slice(0, MAX_LENGTH))
    const follows = after?.form === start.form && next.slice(0, after.index).trim() === ''
    const isAgain = follows && after.place <= start.place
    if (found.length < 2 || (isAgain && !isFirst)) continue
    if (follows && !isAgain) found.splice(Math.max(after.place - start.place, 1))
    const isName = !follows && start.place > 0 && found[1]?.isInitial === true && !wasSplit
    const isUnclear =
      isName ||
      starts.some(({ index, place }) => place === 0 && index > start.index && isAfterQuestion(line, index))
    if (found.length < 2 || isUnclear) return { parts: [line], isUnclear }
    const cuts = [0, ...found.slice(isFirst ? 1 : 0).map(({ index }) => index), line.length]
    const parts = cuts.slice(1).map((end, index) => line.slice(cuts[index], end).trimEnd())
    return { parts: removeSeparators(parts, isFirst ? 0 : 1), isUnclear }
  }
  return { parts: [line], isUnclear: false }
}

/** Whether a label is behind another question in the same line. */
const isAfterQuestion = (line: string, index: number) => /[?？:：_…]\s*$/.test(line.slice(0, index))

/** Removes the sign behind each option but the last one, as in `A) Rome, B) Paris`. A single semicolon can be that of code. */
function removeSeparators(parts: readonly string[], from: number): readonly string[] {
  const [sign, ...others] = new Set(parts.slice(from, -1).map((part) => /[,;|/]$/.exec(part)?.[0]))
  const isCode = sign === ';' && parts.length - from < 3
  const isOwn = sign !== ',' && sign !== undefined && parts.at(-1)?.endsWith(sign)
  if (sign === undefined || others.length > 0 || isCode || isOwn) return parts
  return parts.map((part, index) => (index < from ? part : part.replace(/\s*[,;|/]$/, '')))
}

/** The style of a list. Undefined when a text is none. */
function findStyle(text: string): Style | undefined {
  const lines = splitLines(text, SAMPLE).map(({ line }) => plain(line))
  const has = (test: (line: string) => boolean) => lines.some(test)
  const dialogue = DIALOGUES[has((line) => /^\(?B[.)]\s/i.test(line)) ? 0 : 1]
  const isDialogue = ['q', 'a'].every((sign) =>
    has((line) => dialogue.exec(line)?.[1]?.toLowerCase() === sign),
  )
  if (isDialogue && !has((line) => /^B\s*:/i.test(line))) return { isMarked: false, dialogue }
  const options = lines.flatMap((line) => readOption(line) ?? [])
  const isFirst = options.some(({ letter }) => letter === 'A' || letter === '1')
  const hasQuestions = has((line) => NUMBERED.test(line) || nameOf(line) === 'question')
  const key = isFirst && hasQuestions ? readKey(text) : undefined
  if (key) return { isMarked: false, key }
  if (
    (isFirst || hasQuestions) &&
    has((line) => nameOf(line) === 'correct_answer' && NAMED.exec(line)?.[3] !== '')
  )
    return { isMarked: false }
  // A list of what to do, or of pros and cons, has boxes or signs too.
  const areBoxed = options.some(({ letter }) => letter === '')
  const areQuestions = hasQuestions || has((line) => !readOption(line) && /(?:[?？…]|_{2})\W*$/.test(line))
  const isMarked = (isFirst || (areBoxed && areQuestions)) && options.some((option) => option.isMarked)
  return isMarked ? { isMarked } : undefined
}

/** A title such as `Answer key`. */
const titleTarget = (line: string) => findTarget(plain(line).replace(/^#+\s*|:$/g, ''))
const isKeyTitle = (line: string) => ['correct_answer', 'options'].includes(titleTarget(line) ?? '')

/** A letter such as `1. b` and `2-C`, or another word. */
const KEY_WORD = /\(?(\d{1,3})\s*[.):=–-]?\s*\(?([a-j])\)?(?=[\s,;|.]|$)|[^\s,;|.]+/gi

/** A line of a key such as `1. Paris` and `2. B - Rome is on the Tiber.`, and letters without numbers. */
const KEY_LINE = /^\s*\(?(\d{1,3})\s*[.):=–-]\s*(\S.*)$/
const LETTERS_ONLY = /^([^:：]{1,30})[:：]\s*(?:[a-j](?:[\s,;/-]+[a-j])+|[A-J]{2,})\.?$/i
/** A line of a key without a title, such as `1. B` and `1-B, 2-C`. */
const KEY_TAIL =
  /^[\s(]*\d{1,3}[^\p{L}\p{N}]{0,4}[a-j](?:[^\p{L}\p{N}]+\d{1,3}[^\p{L}\p{N}]{0,4}[a-j])*\W*$/iu
const KEY_NUMBER =
  /^(\s*)(?:q|question|frage|pregunta|вопрос)\.?\s*(?=\d{1,3}\s*[.):=–-]\s*\(?[a-j](?:\)?\W*$|[.)]\s))/i
/** Lines below all answers that can be a key: letters alone, perhaps after a title, and several letters after numbers. */
const LETTER_LINE =
  /^(?:[^\d\n]{1,30}[:–-]\s*[a-j][\s,;/-]+|[*\s(]*)[a-j](?:[)\s,;/.-]+[a-j])*[)?.*\s]*$|^[A-J]{3,}$/im
const LETTER_PAIR = /\b\d{1,3}[^\p{L}\p{N}]{0,4}[a-j](?=\s*(?:[,;|.)?\n]|$|\s\(?\d))/giu

/** A row of a key in a table of Markdown, and the line below the names of its columns. */
const KEY_ROW = /^\s*\|?\s*(\d{1,3})[.)]?\s*\|\s*\(?([a-j])\)?\s*\|?\s*$/i
const RULE = /^[\s|:-]*-[\s|:-]*$/

/**
 * Reads a key below a title, in a table of Markdown at the end, or in the last line, perhaps after a title. Undefined without a key, or
 * when a number occurs again.
 */
function readKey(text: string): Key | undefined {
  const written = text
    .trimEnd()
    .replaceAll('**', '')
    .split(/\r\n|\n|\r/)
    .map((line) => line.replace(KEY_NUMBER, ''))
  const last = written.length - 1
  const table = written.findLastIndex((line) => !line.includes('|')) + 1
  const first = RULE.test(written[table + 1] ?? '') ? table + 2 : table
  const lines = written.map((line, at) =>
    at < table ? line : at < first ? '' : line.replace(KEY_ROW, '$1. $2'),
  )
  const named = lines.findLastIndex(isKeyTitle)
  const title = named < 0 && KEY_ROW.test(written[last] ?? '') ? table - 1 : named
  const filled = lines.flatMap((line, at) => (line.trim() ? [at] : []))
  const [, name = ''] = LETTERS_ONLY.exec(lines[last] ?? '') ?? []
  const isAnswered = nameOf(plain(lines[filled.at(-2) ?? 0] ?? '')) === 'correct_answer'
  if (isKeyTitle(name) && (findTarget(name) !== 'correct_answer' || /key/i.test(name) || isAnswered))
    throw new ImportError(EXPECTED_KEY, `, got ${JSON.stringify(lines[last])}`)
  const [, before = '', inLine = ''] = /^([^\d(]*)(.*)$/.exec(lines[last] ?? '') ?? []
  const isAlone = before.trim() === '' && lines[last - 1]?.trim() === ''
  const end = filled.findLast((at) => !KEY_TAIL.test(lines[at] ?? '')) ?? 0
  const tail = filled.filter((at) => at > end)
  const isTail = title < 0 && tail.length > 1 && (tail[0] ?? 0) > end + 1
  const isLast = title < 0 && !isTail && (isAlone || isKeyTitle(before.trim()))
  if (title < 0 && !isLast && !isTail) return undefined
  const below = lines.slice((isTail ? end : title) + 1)
  const words = [...(isLast ? inLine : below.join(' ')).matchAll(KEY_WORD)]
  const areLetters = words.every(([, number]) => number)
  // Directly below a question, `Answers` is the title of its options.
  const isTitle = titleTarget(lines[title] ?? '') !== 'options' || !lines[title - 1]?.trim()
  const items = areLetters
    ? words
    : below.flatMap((line) => (isLast || !isTitle || !line.trim() ? [] : [KEY_LINE.exec(line) ?? []]))
  const answers = new Map(items.map(([, number, answer = '']) => [Number(number), answer.trim()] as const))
  const isKey = answers.size === items.length && !answers.has(Number.NaN) && items.length > (isLast ? 1 : 0)
  return isKey ? { answers, line: (isLast ? last : isTail ? end + 1 : title) + 1 } : undefined
}

const EXPECTED_KEY = 'expected a key such as 1-B, 2-C'

/** What is below all answers can be a key that is not understood, and contradicts them. @throws ImportError when it is like one */
function assertNoKey(text: string): void {
  const lines = text.replaceAll('**', '').split(/\r\n|\n|\r/)
  const last = lines.findLastIndex((line) => isAnswer(plain(line)) && NAMED.exec(plain(line))?.[3] !== '')
  // Below options, `Answer:` can have its letter in the next line.
  const isOwn = (line: string, at: number) =>
    line.trim().length < 4 && isAnswer(plain(lines[at - 1] ?? '')) && lines[at - 2]?.trim()
  const rest = lines.filter((line, at) => at > last && !isOwn(line, at)).join('\n')
  const [found] = LETTER_LINE.exec(rest) ?? [...rest.matchAll(LETTER_PAIR)][1] ?? []
  if (found !== undefined && last >= 0)
    throw new ImportError(EXPECTED_KEY, `, got ${JSON.stringify(found.trim())} below all answers`)
}

/** The title of corrections with the numbers of questions, and one in a sentence. */
const ERRATA =
  /^\W*(?:corrections?|corrigend(?:a|um)|errat(?:a|um)|korrektur(?:en)?|更正|勘误)(?:\s[^\s:：]{1,20}){0,3}\s*(?:[:：](.*)|[-*_]*)$/iu
const ERRATUM =
  /^(?=.*\b(?:answer|correct(?:ion|ed)?|key|should|wrong)\b).*\b(?:question|q|no|number)\b[\s.]*\d{1,3}\b.*\b(?:is|be|to)\s+\(?[A-J]\)?\W*$/i

/** @throws ImportError when a text below the questions corrects the answer of one by its number */
function assertNoErrata(text: string): void {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '' && line.length <= MAX_LENGTH)
  const found = lines.find((line, at) => {
    const [title, said] = ERRATA.exec(line) ?? []
    const below = said?.trim() || lines[at + 1] || ''
    return ERRATUM.test(line) || (title !== undefined && KEY_TAIL.test(below.replace(KEY_NUMBER, '')))
  })
  if (found !== undefined)
    throw new ImportError(
      'expected one answer for each question',
      `, got the correction ${quote(found.trim())}`,
    )
}

/** Signs before correct and wrong options: `+Paris` and `-Rome`, or `=Paris` and `~Rome`. */
const SIGNS = [/^[+-]/, /^[=~]/]
const SIGNED_NUMBER = /^[+-]\s*[\d.,]/

/** Writes signs before options as boxes, when each paragraph is a question and such options. Signs before numbers can be their own. */
function boxSigns(text: string): string {
  if (!/^\s*[+=]/m.test(text)) return text
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim())
  const paragraphs = lines.join('\n').split(/\n{2,}/)
  const areOptions = (sign: RegExp, [question = '', ...options]: readonly string[]) =>
    !sign.test(question) &&
    options.length > 1 &&
    options.every((option) => sign.test(option)) &&
    !options.some((option) => SIGNED_NUMBER.test(option))
  const areSigned = SIGNS.some((sign) =>
    paragraphs.every(
      (paragraph) => paragraph.trim() === '' || areOptions(sign, paragraph.trim().split('\n')),
    ),
  )
  if (!areSigned) return text
  return lines.map((line) => line.replace(/^[+=]\s*/, '[x] ').replace(/^[-~]\s*/, '[ ] ')).join('\n')
}

/** An option below a question, and whether it is true, such as `- Paris (T)` and `A) Rome (F)`. */
const VERDICT = /^\s*(?:[-*+•]\s+|(\(?[A-J][.)]\s+))(\S.*?)(?<!\s)\s*[([](?:(T|true)|F|false)[)\]]$/i

/** Writes whether options are true as boxes, or as a star before a letter, when all lines below a question say so. */
function boxVerdicts(text: string): string {
  const lines = text.split(/\r\n|\n|\r/)
  let isBelow = false
  return lines
    .map((line) => {
      const isVerdict = isBelow && VERDICT.test(line)
      isBelow = isVerdict || /(?<!\bfalse)[?？]\W{0,5}$/i.test(line)
      return isVerdict ? line.replace(VERDICT, boxVerdict) : line
    })
    .join('\n')
}

const boxVerdict = (_line: string, label = '', text = '', isTrue?: string) =>
  label ? `${isTrue ? '*' : ''}${label}${text}` : `[${isTrue ? 'x' : ' '}] ${text}`

/** A line without the signs of Markdown for a bold text at its start, and for a list of letters. An option in bold has a star. */
const plain = (line: string) =>
  line
    .trim()
    .replace(/^\*\*(\(?[A-J][.)].+)\*\*$/i, '*$1')
    .replace(/^\*\*(.*?)\*\*/, '$1')
    .replace(AROUND, (whole, _sign, inner?: string, bracketed?: string) => {
      const said = inner ?? bracketed ?? ''
      return isAnswer(said.replace(ANSWER, '$1: ')) ? said : whole
    })
    .replace(BRACKETED, (whole, name: string) =>
      ['question', 'correct_answer', 'explanation'].includes(`${findTarget(name)}`) ? `${name}: ` : whole,
    )
    .replace(ANSWER, '$1: ')
    .replace(/^(?:the )?(?:correct )?(answer)(?: is)?:? \(?([A-J])\)?\.?$/i, '$1: $2')
    .replace(/^[-+•]\s+(?=\(?[A-J][.)]\s)/i, '')

/** Signs around a line with an answer, as in `*Answer: b*`, and around a name, as in `【答案】b`. */
const AROUND = /^(?:([*_`]{1,2})(.+)\1|[[(（](.+)[\])）])$/
const BRACKETED = /^[[【]([^\]】]{2,20})[\]】]\s*[:：]?\s*(?=\S)/

const isAnswer = (line: string) => nameOf(line) === 'correct_answer'

/** `Ans. (b)` and `Answer - b` have no colon. */
const ANSWER = /^((?:correct )?ans(?:wer)?)\s*(?:[.=–-]+\s*|(?=\())(?=\S)/i

const nameOf = (line: string) => findTarget(NAMED.exec(line)?.[1] ?? '')

/** What corrects the answer above it, such as `Corrected answer: B`, and what it says is right. */
const NAMED_VALUE = /^[^:：]{1,40}[:：]\s*(?:(?:option|letter)\s+)?(.+)$/i
const SAYS_LETTER = [
  /(?:answer|option|choice|key|solution|one|it|this|should) (?:is|was|be|should be|must be|have been) (?:(?:actually|really|in fact|option|letter) )?\(?([A-J])(?![\p{L}\p{N}'’-])/u,
  /(?:^|\p{P}\s*|(?:but|option|choice|answer|that) )\(?([A-J])\)? (?:is|was) (?:the )?(?:right|correct)(?![\p{L}-])/u,
  /(?:^|[\s:(])\(?([A-J])\)?, (?:and )?not\b/u,
]
const SAYS_TEXT = /(?:(?:correct|right|actual|real) (?:answer|option|choice) is|should be) (.+?)[.!)]*$/i
/** A letter at the end of a line, which is no explanation then. */
const ENDS_WITH_LETTER = /^(?!.*\bnot \(?[A-J]\W*$).*?(?<![^\s:(~>\p{Script=Han}])\(?([A-J])[.!)*]*$/u
/** Names of a note whose letter is that of a group, or of an answer that is not said to be right. */
const OTHER_NAME =
  /(?:block|class|form|grade|group|part|section|set|skill|unit|version)$|^(?:chosen|common|distract|guess|incorrect|selected|student|user|wrong)/i
const CORRECTION_NAME =
  /^(?:\S+ )?(?:answers?|corrections?|corrected|edit|errata|erratum|fix(?:ed)?|revised|update)(?: \S+)?$/i

/** The answers that a line says besides the one above it. @param isBelow whether it is directly below the answer */
function readCorrections(line: string, options: readonly Option[], isBelow: boolean): string[] {
  if (line.length > MAX_LENGTH) return []
  const plainLine = line.replace(/[*_`]{1,3}/g, '').replace(/~~.+?~~/g, '')
  const name = NAMED.exec(plainLine)?.[1] ?? ''
  const target = findTarget(name)
  if (target === 'explanation') return readNamedAnswers(plainLine, options)
  if (NOTE.test(plainLine) || OTHER_NAME.test(name) || (target && target !== 'correct_answer')) return []
  const value = NAMED_VALUE.exec(plainLine)?.[1]?.replace(/[.!)]+$/, '')
  const text = SAYS_TEXT.exec(plainLine)?.[1]
  if (options.length === 0)
    return [text ?? (isBelow && CORRECTION_NAME.test(name) ? value : undefined) ?? []].flat()
  const found = [
    value,
    text,
    ...SAYS_LETTER.map((pattern) => pattern.exec(plainLine)?.[1]),
    isBelow ? ENDS_WITH_LETTER.exec(plainLine)?.[1] : undefined,
  ]
  const answers = found.flatMap((said) => (said && selectOptions(said, options).length > 0 ? [said] : []))
  return [...new Set(answers)]
}

/** The options that an explanation says are right. */
const readNamedAnswers = (text: string, options: readonly Option[]) =>
  [...SAYS_LETTER.slice(0, 2), SAYS_TEXT].flatMap((pattern) => {
    const said = pattern.exec(text)?.[1]
    return said && selectOptions(said, options).length > 0 ? [said] : []
  })

/** An option. Its letter is that of the first alphabet, or a number, and empty when it has a box. */
interface Option {
  readonly letter: string
  /** The letter as it is written, in lower case. */
  readonly label: string
  /** Its number with its sign, as it is written. */
  readonly written: string
  text: string
  readonly isMarked: boolean
  /** Whether the mark is one beside an answer, too. */
  readonly isCertain: boolean
  /** Whether it has the mark of a wrong option. */
  readonly isWrong: boolean
}

function readOption(line: string): Option | undefined {
  const [, box, boxed = ''] = BOX.exec(line) ?? []
  const [, sign = '', written = '', circled = '', text = ''] =
    box === undefined ? (OPTION.exec(line) ?? []) : ['', box, '', '', boxed]
  if (text === '') return undefined
  const { label, place, alphabet } = box === undefined ? readLabel(written || circled) : BOXED
  const mark = readMark(text)
  const isSigned = /[*xX✓✔✅☑]/u.test(sign)
  return {
    letter: alphabet < 0 ? label : String.fromCharCode(65 + place),
    label,
    written: circled || `${label}.`,
    text,
    isMarked: isSigned || (box === undefined ? mark.isMarked : mark.isCertain),
    isCertain: isSigned || mark.isCertain,
    isWrong: /[✗✘❌]/u.test(sign) || mark.isWrong,
  }
}

const BOXED = { label: '', place: -1, alphabet: -1 }

/**
 * Whether an option is none: its letter is not the first one, such as a statement `II.`, or its number does not follow that of the
 * option before, or is not followed by 2, as that of a question.
 * @param isStrict whether an empty line ends the options
 */
function isText(
  { letter }: Option,
  { question, options }: Block,
  lines: readonly string[],
  at: number,
  isStrict: boolean,
): boolean {
  if (!/\d/.test(letter)) return options.length === 0 && letter > 'A'
  const next = lines.slice(at + 1, at + 3).find((line) => line.trim() !== '') ?? ''
  const isFirst =
    options.length === 0 && letter === '1' && question !== '' && readOption(plain(next))?.letter === '2'
  const isAfter = options.length > 0 && options.at(-1)?.letter === String(Number(letter) - 1)
  return !isFirst && !(isAfter && (!isStrict || lines[at - 1]?.trim() !== ''))
}

/** Statements with numbers above options with letters, or above more text, belong to the question. */
function takeBack(block: Block): void {
  if (!block.options.every(({ letter }) => /\d/.test(letter))) return
  for (const { written, text } of block.options.splice(0)) block.question += `\n${written} ${text}`
}

/** Reads a list. Undefined when a text is none. @see https://docs.moodle.org/en/Aiken_format */
export function readListSource(given: string): Source | undefined {
  const text = boxVerdicts(boxSigns(given))
  const style = findStyle(text)
  if (!style) return undefined
  assertNoErrata(text)
  if (!style.key && !style.isMarked) assertNoKey(text)
  const listed: Listed[] = []
  let block = createBlock(1)
  /** The last block that a line with its answer ended. */
  let answered: Block | undefined
  const end = (ended: Block) => finish(ended, style.key?.answers.get(ended.order))
  /** The number that the next question has when the questions are numbered. */
  let expected: number | undefined
  /** Whether a question ends where the next one starts, and not with its answer. */
  const endsBlocks = style.isMarked || style.key !== undefined
  const numbered = splitLines(text)
  const lines = numbered.map(({ line }) => line)
  for (const [index, { line: raw, number, isUnclear }] of numbered.entries()) {
    if (style.key && number >= style.key.line) break
    const line = plain(raw)
    const option = readOption(line)
    const [, side = '', said = ''] = style.dialogue?.exec(line) ?? []
    const [, , order = '', value = ''] = NAMED.exec(line) ?? []
    const name = side === '' ? nameOf(line) : side.toUpperCase() === 'A' ? 'correct_answer' : 'question'
    const last = listed.at(-1)
    // Code, and a long text, go on below an option with more indentation.
    const indented = raw.startsWith(block.indent) ? raw.slice(block.indent.length).trimEnd() : ''
    const lastOption = block.options.at(-1)
    // Below an answer, or below options with marks or a key, a line can say that another option is right.
    const isAbove = block.options.length === 0 && (block.question === '' || block.isBelow)
    const corrected = isAbove ? answered : endsBlocks && lastOption ? block : undefined
    const corrections = corrected ? readCorrections(line, corrected.options, !block.isParagraph) : []
    if (!style.isMarked && name === 'correct_answer' && order === '') {
      if (last === undefined && block.question === '')
        throw new ImportError('expected answers below the questions', ', got one above the first question')
      const answer = (side === '' ? value : said).replaceAll('**', '').trim()
      // Another answer of the question above, perhaps below a note.
      const isAgain =
        block.options.length === 0 &&
        (block.question === '' ||
          (block.isBelow && answered?.options.length !== 0 && readPlace(answer)?.kind === 'letter'))
      if (answered && isAgain) {
        listed.pop()
        block = answered
      }
      block.answers.push(answer)
      listed.push(end(block))
      answered = block
      block = createBlock(number + 1)
    } else if (name === 'explanation' && block.question === '' && last !== undefined) {
      if (answered) {
        answered.explanation = value
        answered.answers.push(...corrections)
        listed.splice(-1, 1, end(answered))
      } else if ('question' in last) listed.splice(-1, 1, { ...last, explanation: value })
      block.number = number + 1
    } else if (answered && option && block.question === '' && isNextLetter(option, answered)) {
      answered.options.push(option)
      listed.splice(-1, 1, end(answered))
    } else if (option && !isText(option, block, lines, index, endsBlocks)) {
      if (!/\d/.test(option.letter)) takeBack(block)
      block.options.push(option)
      block.isBroken ||= isUnclear === true
      block.indent = /^\s*/.exec(raw)?.[0] ?? ''
    } else if (line === '') block.isParagraph ||= block.question !== ''
    else if (/^\s/.test(indented) && lastOption && lines[index - 1]?.trim())
      lastOption.text += `\n${indented}`
    else if (style.dialogue && name !== 'question' && block.number === number && last)
      listed.splice(-1, 1, { number: last.number, reason: 'expected an answer on one line' })
    else if (corrected && corrections.length > 0) {
      corrected.answers.push(...corrections)
      if (corrected !== block) listed.splice(-1, 1, end(corrected))
    } else if (!NOTE.test(line) && !(style.isMarked && name === 'explanation')) {
      const heading = HEADING.exec(line)?.[1]
      const [, digits = '', rest = ''] = NUMBERED.exec(heading ?? line) ?? []
      const isRestart = digits === '1' && block.options.length === 0
      const isNumbered = digits !== '' && (expected === undefined || Number(digits) === expected || isRestart)
      const isNext = isNumbered || heading !== undefined || name === 'question'
      if (style.key && isRestart && expected !== undefined)
        throw new ImportError('expected one number for each question of the key', ', got 1 again')
      if (isNumbered) expected = Number(digits) + 1
      const written = isNumbered ? rest : side !== '' ? said : name === 'question' ? value : (heading ?? line)
      if (!isNext && !endsBlocks) takeBack(block)
      if (block.options.length > 0 && (isNext || endsBlocks)) {
        listed.push(end(block))
        answered = undefined
        block = createBlock(number)
      }
      if (isNumbered) block.order = Number(digits)
      // A line below an option can be a part of it, or the question of a block whose answer is missing.
      if (block.options.length > 0) block.isBroken = true
      // What is above a number belongs to the question before: notes, and titles of sections. So do lines directly below an answer.
      const areNotes = isNext || (block.isParagraph && block.isBelow)
      if (block.question === '' || areNotes) {
        if (block.isAsked) {
          listed.push({ number: block.number, reason: EXPECTED_ANSWER })
          answered = undefined
        }
        block.isBelow = block.question === '' && block.number === number && !isNext
        const isAsked = isNext && (heading === undefined || /[?？]\W*$/.test(heading))
        Object.assign(block, { question: written, number, isParagraph: false, isAsked })
      } else {
        if (block.isParagraph) block.isBroken = true
        block.question += `\n${raw.trimEnd()}`
      }
    }
  }
  if (block.question !== '' && (block.options.length > 0 || !block.isBelow)) listed.push(end(block))
  return createListSource('a list of questions', 'line', listed)
}

const EXPECTED_ANSWER = 'expected a line such as ANSWER: B, got none'

/** Whether an option below an answer continues those above it. */
const isNextLetter = ({ letter }: Option, { options }: Block) =>
  /[A-Z]/.test(letter) && letter.charCodeAt(0) - 1 === options.at(-1)?.letter.charCodeAt(0)

/**
 * A text that is no list, and has options below each other or questions with numbers, is no table either.
 * @throws ImportError with what a list needs, and the first line that is not understood
 */
export function assertNoList(text: string): void {
  const lines = splitLines(text, SAMPLE).filter(({ line }) => line.trim() !== '')
  const kinds = lines.map(({ line }) => readOption(plain(line))?.letter ?? /^\s*([-*+•])\s/.exec(line)?.[1])
  const isFirst = (at: number) =>
    at > 0 && /^(?:A|\W|)$/.test(kinds[at] ?? '?A') && kinds[at + 1] === (kinds[at] === 'A' ? 'B' : kinds[at])
  const asked = lines.filter(({ line }) => NUMBERED.test(plain(line)) && /[?？]\s*$/.test(line))
  const first = lines.findIndex((line, at) => isFirst(at) || (asked.length > 1 && line === asked[0]))
  if (first < 0 || lines.some(({ line }) => line.startsWith('"'))) return
  const unread = lines.find(({ line }, at) => {
    const isQuestion = NUMBERED.test(plain(line)) || HEADING.test(line) || isFirst(at + 1)
    return at > first && kinds[at] === undefined && !isQuestion
  })
  throw new ImportError(
    'expected a list with answers: a line such as "Answer: B" below the options of each question, a mark such as "*B)", or a key such as "Answer key" and "1. B" below all questions',
    `, got ${unread ? `${quote(unread.line.trim())} in line ${unread.number}` : 'none'}; see docs/your-own-questions.md#lists-of-questions`,
  )
}

function createBlock(number: number) {
  const options: Option[] = []
  const answers: string[] = []
  return {
    number,
    question: '',
    /** The texts of the lines with its answer. */
    answers,
    explanation: '',
    /** Its number in the list. */
    order: 0,
    options,
    /** The white space before the last option. */
    indent: '',
    isBroken: false,
    /** Whether its question has a number or a name, and is no note. */
    isAsked: false,
    isParagraph: false,
    isBelow: false,
  }
}

type Block = ReturnType<typeof createBlock>

/** The answers of the lines and of the key, and the marks of options, must select the same option. @param keyed the answer of the key */
function finish(
  { number, question, options, isBroken, answers, explanation }: Block,
  keyed?: string,
): Listed {
  options.sort((a, b) => a.letter.localeCompare(b.letter, 'en', { numeric: true }))
  const said = keyed === undefined ? answers : [...answers, keyed]
  const drop = (kind: string) => ({ number, reason: describeKind(kind) })
  const [only] = options
  const [answer] = said
  if (only === undefined && answer !== undefined && answers.length > 0 && !isBroken) {
    const other = said.find((text) => foldCase(text) !== foldCase(answer))
    return other === undefined
      ? finishTyped(number, question, answer)
      : drop(`the answer ${JSON.stringify(answer)} beside ${JSON.stringify(other)}`)
  }
  const labelOf = (place: number) =>
    only?.letter === '1' ? `${place + 1}` : only?.letter && String.fromCharCode(65 + place)
  const areInOrder = options.every(({ letter }, index) => letter === labelOf(index))
  if (
    isBroken ||
    (only?.label && hideOptions(options)) ||
    !areInOrder ||
    question === '' ||
    options.length < 2
  )
    return { number, reason: 'expected a question and options from A on, each on one line' }
  const marked = options.filter((option) => (answer === undefined ? option.isMarked : option.isCertain))
  if (answer === undefined && marked.length === 0) return { number, reason: EXPECTED_ANSWER }
  const sources: [name: string, selected: readonly Option[]][] = said.map((text) => [
    `the answer ${JSON.stringify(text)}${describeScript(text, options)}`,
    selectOptions(text, options),
  ])
  // Beside an answer, all options in bold are a matter of style.
  const [first, ...others] = marked
  if (first && (answer === undefined || marked.length < options.length || first.letter === ''))
    sources.push([
      others.length > 0 ? `${marked.length} marked` : `the mark of ${JSON.stringify(first.text)}`,
      marked,
    ])
  const name = sources.map(([source]) => source).join(' beside ')
  const [correct] = sources[0]?.[1] ?? []
  if (!sources.every(([, selected]) => selected.length === 1 && selected[0] === correct)) return drop(name)
  if (correct?.isWrong) return drop(`${name} beside the mark of a wrong option`)
  const areBoxed = options.every((option) => option.isMarked || EMPTY_BOX.test(option.text))
  return {
    number,
    question,
    options: options.map((option) => {
      const { text, isCertain, isWrong } = readMark(
        areBoxed ? option.text.replace(EMPTY_BOX, '') : option.text,
      )
      const isMark = answer === undefined || isCertain || isWrong || areBoxed
      return { text: isMark ? text : option.text, isCorrect: option === correct }
    }),
    ...(explanation && { explanation }),
  }
}

/** What can be around the letter of an answer, and what is written in its place. */
const ANSWER_FORMS: readonly (readonly [form: RegExp, instead: string])[] = [
  [/(?<!\s)\s*(?:[([]\s*\d+(?:[.,]\d+)?\s*(?:pts?|points?|marks?)\.?\s*[)\]]|[✓✔✅☑]\ufe0f?)$/iu, ''],
  [/^(["'`“‘*_]{1,2})(.+?)["'`”’*_]{1,2}$/u, '$2'],
  [/^(?:option|letter)\s+/i, ''],
  [/^[[(【（]([^\s])[\])】）]$/u, '$1'],
  [/^(.{2,}?)(?<!\s)\s*[([]([A-J])[)\]]$/, '$2) $1'],
  [/^(\S)\s*[-–:=]\s+/, '$1) '],
  [/^(\S),\s+(?=\S{2})/, '$1) '],
  [/^(\S)\s+\((.*)\)$/, '$1) $2'],
  [/^([A-J])\s+(?=\S)/, '$1) '],
]

/** Whether options can have others in their texts, as in `A) Rome C) Lima` above `B) Paris`. */
function hideOptions(options: readonly Option[]): boolean {
  const [{ label = '' } = {}] = options
  const hidden = options
    .flatMap(({ text }) =>
      labelsOf(text.slice(0, MAX_LENGTH)).filter(({ index }) => !INITIALS.test(text.slice(0, index))),
    )
    .filter(({ alphabet, place }) => alphabet === readLabel(label).alphabet && place >= options.length)
  const isNext = hidden.some(({ place }) => place === options.length)
  return isNext && (hidden.length > 1 || options.length === 2 || hidden.some(({ isInitial }) => !isInitial))
}

/** Reads an answer as an option. `B - Paris`, `B Paris` and `Paris (B)` are written as options, too. A letter alone has no text. */
function readAnswer(answer: string): Option | undefined {
  const said = ANSWER_FORMS.reduce((text, [form, instead]) => text.replace(form, instead), answer.trim())
  const named = readOption(said)
  const letter = named ?? readOption(`${said.replace(/^\(?|[).]+$/g, '')}) x`)
  return letter && { ...letter, text: named?.text ?? '' }
}

/** The options that an answer can mean. A letter of another script means its place and the letter that looks alike. */
function selectOptions(answer: string, options: readonly Option[]): Option[] {
  const said = readAnswer(answer)
  const isPlace = ({ letter }: Option) => letter === said?.letter
  const isAlike = ({ label }: Option) =>
    label === said?.label ||
    (said && label && LOOK_ALIKES.some((row) => row.includes(label) && row.includes(said.label)))
  const places = options.filter((option) => isPlace(option) || isAlike(option))
  if (!said?.text && !places.every((option) => isPlace(option) && isAlike(option))) return []
  return options.filter((option) => {
    const texts = [option.text, readMark(option.text).text]
    const others = options.filter((other) => other !== option)
    const isNamed = !said?.text || texts.some((text) => isTextOf(said.text, text, others))
    return texts.includes(answer) || (isNamed && places.includes(option))
  })
}

/** Whether the text behind a letter is that of its option, perhaps with an explanation that names no other one. */
function isTextOf(said: string, text: string, others: readonly Option[]): boolean {
  const [folded, start] = [foldCase(said), foldCase(text)]
  const isReason = /^(?:because|since)\s/.test(folded)
  const isExplained = isReason || (folded.startsWith(start) && /^[,.;:]?\s/.test(folded.slice(start.length)))
  return folded === start || (isExplained && !others.some((other) => folded.includes(foldCase(other.text))))
}

/** Names the script of the letter of an answer that differs from that of the options. */
function describeScript(answer: string, options: readonly Option[]): string {
  const scriptOf = (label = '') =>
    SCRIPTS[ALPHABETS.findIndex((alphabet) => label && alphabet.includes(label))]
  const [own, other] = [scriptOf(readAnswer(answer)?.label), scriptOf(options[0]?.label)]
  return own && other && own !== other ? `, a ${own} letter beside ${other} ones` : ''
}

/** Options between the lines of a question, and a letter as the answer, are those of a form that is not read. */
function finishTyped(number: number, question: string, answer: string): Listed {
  const areInLine = /(?:^|\s)\(?[1aа][.)].*\s\(?[2bб][.)]/i.test(question)
  if (
    question === '' ||
    answer === '' ||
    /\n/.test(question) ||
    areInLine ||
    readPlace(answer)?.kind === 'letter'
  )
    return { number, reason: 'expected a question and options from A on, each on one line' }
  return { number, question, options: [], answer }
}
