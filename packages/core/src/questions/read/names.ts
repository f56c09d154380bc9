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

/** Names of a column that says whether a statement is true. */
const TRUE_FALSE_NAMES = `True/False, True or False, True or False?, T/F, Is true, Richtig/Falsch, Richtig oder falsch, Wahr/Falsch, Wahr oder
  falsch, Vrai/Faux, Vrai ou faux, Verdadero/Falso, Verdadero o falso, Verdadeiro/Falso, Verdadeiro ou falso,
  Vero/Falso, Vero o falso, Juist/Onjuist, Waar/Niet waar, Prawda/Fałsz, Верно/Неверно, Sant/Falskt,
  Doğru/Yanlış`

/** The names of each column, as people write them. The first one is that of a dataset, if a dataset has the column. */
const WRITTEN_NAMES: readonly (readonly [Target, string])[] = [
  ['id', `id, question id, uuid`],
  [
    'question',
    `question, question text, prompt, clue, text, q, question stem, stem, ques, front, statement, Frage, Aussage, Fragetext,
    Fragestellung, Énoncé, Intitulé, Texte de la question, Affirmation, Pregunta, Enunciado, Afirmación, Afirmação, Affermazione, Texto de la pregunta, Pergunta,
    Questão, Domanda, Quesito, Vraag, Vraagtekst, Pytanie, Treść pytania, Вопрос, Текст вопроса, Питання,
    Otázka, Fråga, Spørgsmål, Spørsmål, Kysymys, Soru, Întrebare, Kérdés, Ερώτηση, 问题, 题目, 題目, 問題, 질문, 문제, سؤال,
    السؤال, Câu hỏi, Pertanyaan, Soal, प्रश्न`,
  ],
  [
    'correct_answer',
    `correct answer, correct ans, right ans, answer, correct, right answer, solution, correct option, answer key, correct choice, correct
    letter, correct answers, answer index, correct index, answer idx, correct answer index, correct option
    index, correct choice index, index of correct answer, key, best answer, right option, right choice, ans,
    answer letter, correct answer letter, correct option id, correct answer id, answer number, correct answer
    number, cop, correct op, back, right, the correct answer is, correct response, Richtige, Antwort, Richtige Antwort, Korrekte Antwort, Lösung, Richtig, Richtige Lösung, Réponse, Bonne
    réponse, Réponse correcte, Réponse exacte, Réponse juste, Respuesta, Respuesta correcta, Opción correcta,
    Correcta, Solución, Resposta, Resposta correta, Resposta certa, Alternativa correta, Correta, Gabarito,
    Risposta, Risposta corretta, Risposta esatta, Risposta giusta, Corretta, Soluzione, Antwoord, Juiste
    antwoord, Goede antwoord, Correct antwoord, Het juiste antwoord, Oplossing, Odpowiedź, Poprawna odpowiedź,
    Prawidłowa odpowiedź, Ответ, Правильный ответ, Верный ответ, Відповідь, Правильна відповідь, Odpověď,
    Správná odpověď, Svar, Rätt svar, Korrekt svar, Rigtigt svar, Riktig svar, Vastaus, Oikea vastaus, Cevap,
    Doğru cevap, Doğru yanıt, Răspuns, Răspuns corect, Válasz, Helyes válasz, Απάντηση, Σωστή απάντηση, 答案,
    正确答案, 正確答案, 正解, 答え, 정답, 답, الجواب, الإجابة, الإجابة الصحيحة, Đáp án, Đáp án đúng, Jawaban, Jawaban benar,
    Kunci jawaban, Poprawna, Prawidłowa, Správně, Správná, Helyes, उत्तर, सही उत्तर,
    ${TRUE_FALSE_NAMES}`,
  ],
  // One row per answer: whether the answer is the correct one.
  ['is_correct', `is correct, is answer, is right, is correct answer, Ist richtig, Ist korrekt`],
  [
    'options',
    `options, opts, choices, answers, answer choices, multiple choice options, mcq options, Antwortoptionen, Options de réponse,
    Opciones de respuesta, Opções de resposta, Opzioni di risposta, Antwoordopties, possible answers, alternatives, answer options, Antworten, Antwortmöglichkeiten,
    Auswahl, Auswahlmöglichkeiten, Optionen, Réponses, Réponses possibles, Choix, Propositions, Opciones,
    Respuestas, Opções, Alternativas, Respostas, Opzioni, Risposte, Antwoorden, Opties, Odpowiedzi, Варианты,
    Варианты ответа, Варианты ответов, Ответы, Alternativ, Svarsalternativ, Seçenekler, Şıklar, 选项, 選項, 選択肢, 보기`,
  ],
  [
    'wrong_answers',
    `incorrect answers, wrong answers, distractors, wrong, incorrect, wrong answer, incorrect answer, Falsche
    Antworten, Falsche Antwort, Mauvaises réponses, Mauvaise réponse, Respuestas incorrectas, Respuesta
    incorrecta, Respostas incorretas, Respostas erradas, Risposte sbagliate, Risposte errate, Foute antwoorden,
    Błędne odpowiedzi, Неправильные ответы, Неверные ответы, Fel svar, Felaktiga svar, Yanlış cevaplar,
    Falsch, Falsche, Réponses fausses, Réponses incorrectes, Fausses réponses, Incorrectas, Incorrectos, Respuestas falsas`,
  ],
  [
    'difficulty',
    `difficulty, level, difficulty level, Schwierigkeit, Schwierigkeitsgrad, Niveau, Difficulté, Dificultad,
    Nivel, Dificuldade, Nível, Difficoltà, Livello, Moeilijkheid, Moeilijkheidsgraad, Poziom, Trudność, Poziom
    trudności, Сложность, Уровень, Svårighetsgrad, Nivå, Zorluk, Seviye, 难度, 難易度, 난이도`,
  ],
  [
    'topic',
    `topic, category, subject, subcategory, theme, Thema, Kategorie, Fach, Themengebiet, Thème, Catégorie,
    Matière, Tema, Categoría, Materia, Categoria, Assunto, Argomento, Onderwerp, Categorie, Vak, Temat,
    Kategoria, Тема, Категория, Раздел, Ämne, Kategori, Konu, 类别, 分类, 主题, 分野, カテゴリ, 주제`,
  ],
  [
    'explanation',
    `explanation, rationale, feedback, reason, answer explanation, Erklärung, Begründung, Erläuterung,
    Explication, Justification, Explicación, Justificación, Retroalimentación, Explicação, Justificativa,
    Spiegazione, Uitleg, Toelichting, Wyjaśnienie, Пояснение, Объяснение, Förklaring, Açıklama, 解析, 解説, 해설`,
  ],
  [
    'source',
    `source, sources, reference, references, citation, Quelle, Quellen, Fuente, Fonte, Bron, Źródło, Источник,
    Källa, Kaynak, 来源, 出典, 출처`,
  ],
]

/** Notes in names, as in the sheets of Kahoot and Quizizz: `Option 5 (Optional)`, `Answer 1 - max 75 characters`, `Answer (A-D)`. */
const NOTE =
  /\s*\((?:s|optional|required|only\b[^)]*|[a-z\d](?:\s*[-–,/]\s*[a-z\d])+)\)|\s+[-–]\s+(?:max|choose)\b.*$/gi

/** Names of the question in a table without a better one, such as the sheet of Wooclap. */
export const OTHER_QUESTIONS = foldNames(
  `title, Titel, Titre, Título, Titolo, problem, task, Aufgabe, sentence, Satz, Phrase`,
)

/** A column of one option: one that is `wrong`, a `choice`, which can be wrong or one of all, or one `option` of all. */
export type OptionTarget = 'wrong' | 'choice' | 'option'

/** Names of columns of one option, before the letter or the number at their end, which is their label. */
const WRONG_OPTION_NAMES = `incorrect, incorrect answer, incorrect option, incorrect choice, wrong, wrong answer, wrong option, wrong
  choice, distractor, Falsch, Falsche Antwort, Mauvaise réponse, Fausse réponse, Réponse incorrecte, Réponse
  fausse, Incorrecta, Respuesta incorrecta, Resposta incorreta, Resposta errada, Risposta sbagliata, Risposta
  errata, Fout antwoord, Foute antwoord, Onjuist antwoord, Błędna odpowiedź, Неправильный ответ, Неверный ответ,
  Fel svar, Felaktigt svar, Yanlış cevap`
const OPTION_NAMES = `option, opt, answer, ans, answer choice, answer option, alternative, Antwort, Auswahl, Antwortmöglichkeit, Möglichkeit, Réponse, Choix,
  Proposition, Respuesta, Opción, Alternativa, Resposta, Opção, Risposta, Opzione, Antwoord, Optie, Keuze,
  Odpowiedź, Opcja, Ответ, Вариант, Вариант ответа, Svar, Svarsalternativ, Alternativ, Cevap, Seçenek, Şık, 选项,
  選項, 選択肢, 보기, Odpověď, Možnost, Odp, Varianta, Pilihan, Opsi, विकल्प`

/** Folds a name without its notes: lower case, letters and digits only, and no accents. `Question #` is the number of a question. */
export function foldName(name: string): string {
  return name
    .replace(NOTE, '')
    .replaceAll('#', ' number')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Folds names that are separated by commas. */
export function foldNames(names: string): string[] {
  return names.split(',').map(foldName)
}

/** The names of each column, folded. */
export const NAMES = WRITTEN_NAMES.map(([target, names]) => [target, foldNames(names)] as const)

/** Letters above the options, in their order. */
export const ALPHABETS = ['abcdefghijklmnopqrst', 'абвгдежз', 'αβγδεζηθ', 'אבגדהוזח', 'ابجده']

const OPTION_PATTERNS: Readonly<Record<OptionTarget, RegExp>> = {
  wrong: createPattern(WRONG_OPTION_NAMES, '[a-t]|\\d\\d?'),
  choice: createPattern('choice', '\\d\\d?'),
  option: new RegExp(
    `${createPattern(OPTION_NAMES, `[a-z${ALPHABETS.join('')}]|\\d\\d?`).source}|${createPattern('choice', '[a-t]').source}|^op([a-f\\d])$`,
    'u',
  ),
}

function createPattern(names: string, label: string): RegExp {
  return new RegExp(`^(?:${foldNames(names).join('|')})(${label})$`, 'u')
}

const LETTER = new RegExp(`^[${ALPHABETS.join('')}]$`)

const ONE_OPTION = {
  wrong: new Set(foldNames(WRONG_OPTION_NAMES)),
  option: new Set(foldNames(`choice, ${OPTION_NAMES}`)),
}

/**
 * Columns of options that have the same name, such as three columns `Wrong answer`. Columns `Answer` are options only beside a column
 * of another name with the answer.
 */
export function findRepeatedOptions(names: readonly string[]): ReadonlyMap<number, 'wrong' | 'option'> {
  const isAnswer = (name: string) => KNOWN.get(name) === 'correct_answer'
  const isOption = (name: string) =>
    ONE_OPTION.option.has(name) &&
    (!isAnswer(name) || names.some((other) => other !== name && isAnswer(other)))
  const found = new Map<number, 'wrong' | 'option'>()
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) === names.lastIndexOf(name)) continue
    if (ONE_OPTION.wrong.has(name)) found.set(index, 'wrong')
    else if (isOption(name)) found.set(index, 'option')
  }
  return found
}

/** Finds what the folded name of an option says about it. */
export function readOptionName(folded: string): { target: OptionTarget; label: string } | undefined {
  if (LETTER.test(folded)) return { target: 'option', label: folded }
  for (const target of ['wrong', 'choice', 'option'] as const) {
    const label = OPTION_PATTERNS[target]
      .exec(folded)
      ?.slice(1)
      .find((text) => text !== undefined)
    if (label !== undefined) return { target, label }
  }
  return undefined
}

/** Names that say of an option whether it is correct, before or after its name: `Correct A`, `Option 1 is correct`. */
const MARKS = `(?:is)?(?:correct|right|true|richtig|korrekt|correcte|juste|correcta|correto|giusta|corretta|juist|верно)`
const MARK_OF_OPTION = new RegExp(
  `^${MARKS}(?:answer|option|choice)?([a-t]|\\d\\d?)$|^(?:is)?(?:answer|option|choice)?([a-t]|\\d\\d?)${MARKS}$`,
)

/** The columns that say of each option whether it is correct, by the labels of the options. Empty when an option has none. */
export function findMarkColumns(names: readonly string[]): ReadonlyMap<string, number> {
  const marks = new Map<string, number>()
  for (const [index, name] of names.entries()) {
    const [, before, after] = MARK_OF_OPTION.exec(name) ?? []
    const label = before ?? after
    if (label !== undefined) marks.set(label, index)
  }
  const options = names.flatMap((name) => readOptionName(name) ?? [])
  const areAll = options.length === marks.size && options.every(({ label }) => marks.has(label))
  return marks.size > 1 && areAll ? marks : new Map()
}

/** Names of columns that say how an answer was judged. */
const RESULTS = new Set(
  foldNames(`result, results, outcome, outcomes, verdict, verdicts, score, scores, mark, marks, grade, grades, point,
    points, status, Ergebnis, Wertung, Bewertung, Punkt, Punkte, Resultado, Calificación, Puntos, Résultat,
    Résultats, Risultato, Voto, Wynik, Ocena, Sonuç, Puan, Результат, Оценка, Балл, Баллы`),
)

/** Whether the folded name of answers says that they are places of options: `answer_idx`, `correct letter`. */
export const isPlaceName = (folded: string) => /(?:index|idx|letter|number|label|position)$/.test(folded)

/** Names of columns with a second correct answer. */
const SECOND =
  /^(?:(?:also|other|second|2nd|alt(?:ernate|ernative)?|additional)(?:correct(?:answer|option)?s?|answers?)|alsoaccepted|correct(?:answer|option)?2)$/

/** Names of columns that say who gave the answers of a form. */
const PLAYERS = new Set(
  foldNames(`name, full name, first name, last name, student, students, student name, student id, pupil, learner, player, participant, respondent, candidate, timestamp, email,
    email address, Zeitstempel, Schüler, Schülerin, Schüler/in, Teilnehmer, Spieler, Horodateur, Élève, Étudiant, Participant, Joueur,
    Marca temporal, Alumno, Alumna, Estudiante, Jugador, Aluno, Estudante, Participante, Studente, Alunno, Giocatore, Leerling, Speler,
    Deelnemer, Uczeń, Uczestnik, Ученик, Студент, Участник, Elev, Deltagare, Öğrenci, Katılımcı, 学生, 生徒, 학생`),
)

/** Whether the folded name of a column is that of who gave the answers. */
export const isPlayerName = (folded: string) => PLAYERS.has(folded)

/** Names of answers, which do not say that the answers are right. */
const ANY_ANSWER = new Set(
  foldNames(`answer, answers, ans, a, Antwort, Réponse, Respuesta, Resposta, Risposta, Antwoord, Odpowiedź, Ответ, Відповідь, Odpověď,
    Svar, Vastaus, Cevap, Răspuns, Válasz, Απάντηση, 答案, 答え, 답, الجواب, الإجابة, Jawaban, उत्तर`),
)

/** Whether the folded name of the answers can be that of any answers, right or wrong. */
export const isAnyAnswer = (folded: string) => ANY_ANSWER.has(folded)

/** Whether the folded name of a column is about results. */
export const isResultName = (folded: string) => RESULTS.has(folded)

const TRUE_FALSE = new Set(foldNames(TRUE_FALSE_NAMES))

/** Whether the folded name of a column is that of whether a statement is true. */
export const isTrueFalseName = (folded: string) => TRUE_FALSE.has(folded)

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
