// The names of columns: of a dataset, and those that other tools and people give them. Every reader of a file uses these.

/** What a column contains. `choice` is one wrong answer of a dataset, `option` is one of all options. */
export const TARGETS = [
  'id',
  'question',
  'correct_answer',
  'is_correct',
  'options',
  'wrong_answers',
  'choice',
  'option',
  'difficulty',
  'topic',
  'explanation',
  'source',
  'ignore',
] as const
export type Target = (typeof TARGETS)[number]

/** The names of each column, folded. The first one is that of a dataset, if a dataset has the column. */
export const NAMES: readonly (readonly [Target, readonly string[]])[] = [
  ['id', ['id', 'questionid', 'uuid']],
  [
    'question',
    ['question', 'questiontext', 'prompt', 'clue', 'text', 'q', 'questionstem', 'stem', 'ques', 'front'],
  ],
  [
    'correct_answer',
    [
      ...['correctanswer', 'answer', 'correct', 'rightanswer', 'solution', 'correctoption', 'answerkey'],
      ...['correctchoice', 'correctletter', 'correctanswers', 'answerindex', 'correctindex', 'answeridx'],
      ...['correctanswerindex', 'correctoptionindex', 'correctchoiceindex', 'indexofcorrectanswer'],
      ...['key', 'bestanswer', 'rightoption', 'rightchoice', 'ans', 'answerletter', 'correctanswerletter'],
      ...['correctoptionid', 'correctanswerid', 'answernumber', 'correctanswernumber', 'back'],
    ],
  ],
  // One row per answer: whether the answer is the correct one.
  ['is_correct', ['iscorrect', 'isanswer', 'isright', 'iscorrectanswer']],
  ['options', ['options', 'choices', 'answers', 'possibleanswers', 'alternatives', 'answeroptions']],
  [
    'wrong_answers',
    [
      'incorrectanswers',
      'wronganswers',
      'distractors',
      'wrong',
      'incorrect',
      'wronganswer',
      'incorrectanswer',
    ],
  ],
  ['difficulty', ['difficulty', 'level', 'difficultylevel']],
  ['topic', ['topic', 'category', 'subject', 'subcategory', 'theme']],
  ['explanation', ['explanation', 'rationale', 'feedback', 'reason', 'answerexplanation']],
  ['source', ['source', 'sources', 'reference', 'references', 'citation']],
]

/** A column of one option: one that is `wrong`, a `choice`, which can be wrong or one of all, or one `option` of all. */
export type OptionTarget = 'wrong' | 'choice' | 'option'

/** Names of columns of one option, folded. The label is the letter or the number at the end. */
const OPTION_NAMES: Readonly<Record<OptionTarget, RegExp>> = {
  wrong: /^(?:(?:incorrect|wrong)(?:answer|option|choice)?|distractor)([a-t]|\d\d?)$/,
  choice: /^choice(\d\d?)$/,
  option: /^(?:([a-t])|(?:option|opt|answer|ans|alternative)([a-t]|\d\d?)|choice([a-t]))$/,
}

/** Notes in names, as in the sheets of Kahoot and Quizizz: `Option 5 (Optional)`, `Answer 1 - max 75 characters`. */
const NOTE = /\s*\((?:s|optional|required|only\b[^)]*)\)|\s+[-–]\s+(?:max|choose)\b.*$/gi

/** Folds a column name: lower case, letters and digits only. `Question #` is the number of a question. */
export function foldName(name: string): string {
  return name
    .replace(NOTE, '')
    .replaceAll('#', ' number')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Finds what the folded name of an option says about it. */
export function readOptionName(folded: string): { target: OptionTarget; label: string } | undefined {
  for (const target of ['wrong', 'choice', 'option'] as const) {
    const label = OPTION_NAMES[target]
      .exec(folded)
      ?.slice(1)
      .find((text) => text !== undefined)
    if (label !== undefined) return { target, label }
  }
  return undefined
}

/** Names of columns that say how an answer was judged. */
const RESULT =
  /^(?:(?:result|outcome|verdict|score|mark|grade|point|status)s?|ergebnis|wertung|bewertung|punkte?|resultado|calificación|puntos|résultat|résultats|risultato|voto|wynik|ocena|sonuç|puan|результат|оценка|баллы?)$/

/** Names of columns with a second correct answer. */
const SECOND = /^(?:(?:also|other|second)correct(?:answer)?|correctanswer2)$/

/** Whether the folded name of a column is about results. */
export const isResultName = (folded: string) => RESULT.test(folded)

/** Whether the folded name of a column is that of a second correct answer. */
export const isSecondAnswer = (folded: string) => SECOND.test(folded)

const KNOWN = new Map(NAMES.flatMap(([target, names]) => names.map((name) => [name, target] as const)))

/** Finds what a column with a known name contains. */
export function findTarget(name: string): Target | 'wrong' | undefined {
  const folded = foldName(name)
  return KNOWN.get(folded) ?? readOptionName(folded)?.target
}

/** How many columns of a header have a known name. */
export function countKnownColumns(header: readonly string[]): number {
  return header.filter((name) => findTarget(name) !== undefined).length
}

/** The label at the end of any name of an option, such as `Antwort B`, `reponseB` or `Falsch 2`. */
const LABEL = /(?:\d\d?|(?:^|[^\p{L}\p{N}])(?:[a-tA-T]|(?!\p{Script=Latin})\p{L})|(?<=\p{Ll})[A-T])$/u

/** The letter or the number at the end of the name of an option, in lower case. */
export function labelOf(name: string): string | undefined {
  const label = readOptionName(foldName(name))?.label ?? LABEL.exec(name.trim())?.[0]
  return label
    ?.replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
    .replace(/^0(?=\d)/, '')
}

/** Names that differ only in the number or the letter at their end, such as `Falsch 1` and `Falsch 2`, or `reponseA`. */
export function findOptionLike(names: readonly string[]): string[] {
  const stems = names.map((name) => {
    const label = LABEL.exec(name.trim())
    return label ? name.trim().slice(0, label.index) : undefined
  })
  return names.filter(
    (_, index) => stems[index] !== undefined && stems.filter((stem) => stem === stems[index]).length > 1,
  )
}
