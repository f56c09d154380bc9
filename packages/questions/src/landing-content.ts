// Renders the content of the front page: a question, the served categories, and the request that returns the question.
import { basename } from 'node:path'
import type { Dataset } from '@qb/core/questions'
import {
  escapeHtml,
  type LandingContent,
  quoteForShell,
  type Result,
  readValue,
  renderCode,
  renderJson,
  renderText,
} from '@qb/http'
import type { QuestionsContext } from './context.ts'
import { listNotices } from './notices.ts'
import { drawQuestions } from './operations/draw-questions.ts'
import type { QuestionPage } from './question-page.ts'

/** The known difficulties, in their order. Others follow. */
const LEVELS = ['easy', 'medium', 'hard']

/** What to do while no dataset is served. Visitors see the name of the folder only. */
const renderFirstSteps = (folder: string) => `<div class="card">
<h2>Your questions go here</h2>
<ol class="steps">
<li>Save a spreadsheet of questions as a CSV file, or start with an example.
<p><a class="button primary" href="quiz/rivers.csv" download>Download rivers.csv</a></p></li>
<li>Put the file into the folder named <code>${escapeHtml(basename(folder))}</code>.</li>
<li>Open the <a href="quiz">quiz</a>. It shows the questions after a few seconds, or what to fix in the file.</li>
</ol>
</div>`

/** What to do while no file is served. */
const NOT_READY = `<div class="card">
<h2>Your questions are not ready yet</h2>
<p>Fix what is listed here, save the file, wait a few seconds, and reload this page.</p>
</div>`

/** Creates a function that renders the content as HTML without scripts. The seeds of the context select the question. */
export function createLandingContent(context: QuestionsContext): (baseUrl: string) => LandingContent {
  return (baseUrl) => {
    const datasets = context.bank.datasets()
    const listed = listNotices(context.bank)
    if (datasets.length === 0) {
      const aside = listed.length > 0 ? NOT_READY : renderFirstSteps(context.bank.directory)
      return { aside, main: renderNotices(listed, true) }
    }
    const seed = context.generateSeed()
    const dataset = datasets[seed.charCodeAt(seed.length - 1) % datasets.length] as Dataset
    const { category } = dataset
    // A visitor should be able to answer it.
    const hasEasy = dataset.facets().difficulty.has('easy')
    const path = `/api/v1/questions/${encodeURIComponent(category)}/random?count=1`
    const drawn = { category, count: 1, seed, ...(hasEasy && { difficulty: ['easy'] }) }
    const page = readValue(drawQuestions.run(drawn, context) as Result) as QuestionPage
    const filter = hasEasy ? '&difficulty=easy' : ''
    const url = `${baseUrl}${path}&seed=${encodeURIComponent(seed)}${filter}`
    const main = `${renderNotices(listed, listed.length === 1)}
<h2>${formatTotal(datasets)}</h2>
${renderCategories(datasets)}
<h2>Get this question</h2>
<p class="muted">The seed decides the questions and their order. Reload the page for a different one.</p>
<div class="pair">
${renderCode('Request', `curl ${escapeHtml(quoteForShell(url))}`)}
${renderCode('Response', renderJson(page))}
</div>`
    return { aside: renderQuestion(dataset, page), main }
  }
}

/** Renders the files that are not served. What to do about several is folded where questions are served. */
function renderNotices(notices: readonly string[], isOpen: boolean): string {
  if (notices.length === 0) return ''
  const items = notices.map((notice) => {
    const [file = '', ...lines] = notice.split('\n').map(renderText)
    return `<li><strong>${file}</strong><ul class="lines">${lines.map((line) => `<li>${line}</li>`).join('')}</ul></li>`
  })
  const list = `<ul>${items.join('\n')}</ul>`
  if (isOpen) return `<div class="notice">${list}</div>`
  return `<details class="notice"><summary>For the teacher: ${notices.length} files need attention</summary>${list}</details>`
}

function formatTotal(datasets: readonly Dataset[]): string {
  const total = datasets.reduce((sum, { size }) => sum + size, 0)
  const count = (number: number, one: string, many: string) =>
    `${number.toLocaleString('en')} ${number === 1 ? one : many}`
  return `${count(total, 'question', 'questions')} in ${count(datasets.length, 'category', 'categories')}`
}

/** More categories are folded, so that what follows stays in reach. */
const MAX_LISTED = 12

function renderCategories(datasets: readonly Dataset[]): string {
  const items = datasets.map(renderCategory)
  const render = (listed: readonly string[]) => `<ul class="grid">\n${listed.join('\n')}\n</ul>`
  if (items.length <= MAX_LISTED) return render(items)
  return `${render(items.slice(0, MAX_LISTED))}
<details class="more"><summary>Show the other ${items.length - MAX_LISTED} categories</summary>
${render(items.slice(MAX_LISTED))}
</details>`
}

function renderCategory({ category, title, size, facets }: Dataset, index: number): string {
  const rank = (level: string) => (LEVELS.indexOf(level) + LEVELS.length + 1) % (LEVELS.length + 1)
  const levels = [...facets().difficulty].sort(([a], [b]) => rank(a) - rank(b))
  const bars = levels.map(
    ([level, count]) => `<span class="${LEVELS.includes(level) ? level : ''}" style="flex:${count}"></span>`,
  )
  const counts = levels.map(([level, count]) => `${escapeHtml(level)}&nbsp;${count}`).join(' · ')
  const shown =
    levels.length === 0 ? '' : `<div class="levels">${bars.join('')}</div><p class="muted">${counts}</p>`
  const name = encodeURIComponent(category)
  return `<li><a class="cover" href="quiz/?category=${name}"><span class="initial" data-colour="${index % 4}" aria-hidden="true">${escapeHtml(title.slice(0, 1))}</span>${escapeHtml(title)}</a>
<p class="muted">${size.toLocaleString('en')} ${size === 1 ? 'question' : 'questions'} <a href="api/v1/questions/${name}">View as JSON</a></p>${shown}</li>`
}

/** Renders a question of a category, whose answer styles show, not scripts. */
function renderQuestion({ category, title }: Dataset, { questions: [drawn] }: QuestionPage): string {
  const { question = '', options = [], correct_answer = '', explanation = '', difficulty } = drawn ?? {}
  const choices = options.map((option) => {
    const isCorrect = option === correct_answer
    const tag = isCorrect ? '<small class="other">Correct answer</small>' : ''
    return `<label${isCorrect ? ' class="right"' : ''}><input type="radio" name="sample"><span>${escapeHtml(option)}</span><small>Your answer</small>${tag}</label>`
  })
  const level = difficulty?.replace(/^./, (first) => first.toUpperCase())
  const details = [title, level].filter((detail) => detail !== undefined).join(' · ')
  const answer = `<p>${escapeHtml(explanation || `The answer is ${correct_answer.replace(/\.$/, '')}.`)}</p>`
  const verdict = '<p><strong class="yes">Correct!</strong><strong class="no">Not quite.</strong></p>'
  return `<div class="card sample">
<p class="muted">${escapeHtml(details)}</p>
<fieldset><legend>${escapeHtml(question)}</legend>
${choices.join('\n')}
</fieldset>
${choices.length > 0 ? `<div class="answer" role="status">${verdict}${answer}</div>` : `<details><summary>Show the answer</summary>${answer}</details>`}
<p><a class="button" href="quiz/?category=${encodeURIComponent(category)}">Play ${escapeHtml(title)}</a></p>
</div>`
}
