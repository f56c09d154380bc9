// Tests that sheets of teachers are read whatever language their columns are in.
import { describe, expect, it } from 'vitest'
import { readServed } from '../testing/show.ts'
import { makeWorkbook } from '../testing/workbook.ts'
import { importQuestions } from './import-questions.ts'

const read = (text: string | Uint8Array) =>
  importQuestions(typeof text === 'string' ? Buffer.from(text) : text, {
    mapping: new Map(),
    decodeHtml: false,
  })

/** Question, four options, the correct one, its explanation and its topic. */
const LETTERED = [
  'Frage;Antwort A;Antwort B;Antwort C;Antwort D;Richtige Antwort;Erklärung;Thema',
  'Frage;Antwort 1;Antwort 2;Antwort 3;Antwort 4;Lösung (A-D);Begründung;Kategorie',
  'Question;Réponse A;Réponse B;Réponse C;Réponse D;Bonne réponse;Explication;Thème',
  'Énoncé;Choix 1;Choix 2;Choix 3;Choix 4;Réponse correcte;Justification;Matière',
  'Frage;Option A;Option B;Option C;Option D;Buchstabe der richtigen Antwort;Erklärung;Thema',
  'Question;Choix 1;Choix 2;Choix 3;Choix 4;Numéro de la bonne réponse;Explication;Thème',
  'Pregunta;Opción 1;Opción 2;Opción 3;Opción 4;Número de la respuesta correcta;Explicación;Tema',
  'Pregunta;Opción A;Opción B;Opción C;Opción D;Respuesta correcta;Explicación;Tema',
  'Pergunta;Alternativa A;Alternativa B;Alternativa C;Alternativa D;Resposta correta;Explicação;Categoria',
  'Questão;Opção A;Opção B;Opção C;Opção D;Gabarito;Justificativa;Assunto',
  'Domanda;Risposta A;Risposta B;Risposta C;Risposta D;Risposta corretta;Spiegazione;Argomento',
  'Vraag;Antwoord A;Antwoord B;Antwoord C;Antwoord D;Juiste antwoord;Uitleg;Onderwerp',
  'Pytanie;Odpowiedź A;Odpowiedź B;Odpowiedź C;Odpowiedź D;Poprawna odpowiedź;Wyjaśnienie;Temat',
  'Вопрос;Вариант 1;Вариант 2;Вариант 3;Вариант 4;Правильный ответ;Пояснение;Тема',
  'Fråga;Alternativ A;Alternativ B;Alternativ C;Alternativ D;Rätt svar;Förklaring;Ämne',
  'Soal;Pilihan A;Pilihan B;Pilihan C;Pilihan D;Kunci jawaban;Feedback;Topic',
  'Otázka;Odpověď A;Odpověď B;Odpověď C;Odpověď D;Správně;Feedback;Topic',
  'Pytanie;Odp. A;Odp. B;Odp. C;Odp. D;Poprawna;Wyjaśnienie;Temat',
  'Întrebare;Varianta A;Varianta B;Varianta C;Varianta D;Răspuns corect;Feedback;Topic',
  'प्रश्न;विकल्प A;विकल्प B;विकल्प C;विकल्प D;उत्तर;Feedback;Topic',
  'Soru;Seçenek A;Seçenek B;Seçenek C;Seçenek D;Doğru cevap;Açıklama;Konu',
  '题目;选项A;选项B;选项C;选项D;正确答案;解析;分类',
  '問題;選択肢1;選択肢2;選択肢3;選択肢4;正解;解説;分野',
  '문제;보기1;보기2;보기3;보기4;정답;해설;주제',
]

/** Question, the correct answer and two wrong ones. */
const WITH_WRONG = [
  'Frage;Richtige Antwort;Falsche Antwort 1;Falsche Antwort 2',
  'Frage;Richtig;Falsch 1;Falsch 2',
  'Frage;Richtig;Falsch;',
  'Question;Bonne réponse;Mauvaise réponse 1;Mauvaise réponse 2',
  'Pregunta;Respuesta correcta;Respuesta incorrecta 1;Respuesta incorrecta 2',
  'Pergunta;Resposta certa;Resposta errada 1;Resposta errada 2',
  'Domanda;Risposta esatta;Risposta errata 1;Risposta errata 2',
  'Vraag;Goede antwoord;Fout antwoord 1;Fout antwoord 2',
  'Вопрос;Верный ответ;Неверный ответ 1;Неверный ответ 2',
]

describe('columns in other languages', () => {
  it.each(LETTERED)('are read: %s', async (header) => {
    const rows = ['Nile?;Asia;Africa;Europe;America;B;It is.;Rivers', 'Rhine?;Asia;Africa;Europe;America;C;;']
    const { questions } = await read([header, ...rows].join('\n'))
    expect(questions).toMatchObject([
      { question: 'Nile?', correct_answer: 'Africa', explanation: 'It is.', topic: 'Rivers' },
      { question: 'Rhine?', correct_answer: 'Europe' },
    ])
  })

  it.each(WITH_WRONG)('with wrong answers are read: %s', async (header) => {
    const { questions } = await read(`${header}\nNile?;Africa;Asia;Europe\nRhine?;Europe;Asia;Africa\n`)
    const options = ['Africa', 'Asia', 'Europe']
    expect(questions).toMatchObject([
      { question: 'Nile?', correct_answer: 'Africa', options },
      { question: 'Rhine?', correct_answer: 'Europe', options },
    ])
  })

  it.each([...LETTERED, ...WITH_WRONG])('are read by the service too: %s', async (header) => {
    const cells = header
      .split(';')
      .slice(1)
      .map((_, index) => `Text ${index}`)
    const answer = header.split(';').length > 6 ? cells.with(4, cells[1] as string) : cells
    const { questions } = await readServed([header, ['Nile?', ...answer].join(';')].join('\n'))
    expect(questions).toMatchObject([
      { question: { question: 'Nile?', correct_answer: answer[answer.length > 3 ? 4 : 0] } },
    ])
  })

  it('are read below a title of a workbook', async () => {
    const { questions } = await read(
      makeWorkbook({
        Quiz: [
          ['Erdkunde Klasse 6'],
          [],
          ['Frage', 'Antwort A', 'Antwort B', 'Richtige Antwort'],
          ['Nil?', 'Asien', 'Afrika', 'B'],
          ['Rhein?', 'Europa', 'Afrika', 'A'],
        ],
      }),
    )
    expect(questions).toMatchObject([{ correct_answer: 'Afrika' }, { correct_answer: 'Europa' }])
  })

  it('are read without regard to accents and composed characters', async () => {
    const header = 'question,Réponse'.normalize('NFD')
    expect((await read(`${header}\nNile?,Africa\n`)).questions).toMatchObject([{ correct_answer: 'Africa' }])
    expect((await read('question,REPONSE\nNile?,Africa\n')).questions).toMatchObject([
      { correct_answer: 'Africa' },
    ])
  })
})
