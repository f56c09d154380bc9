// Renders the content of the landing page: the served categories, and a question with the request that returns it.
import { type AnsweredQuestion, type Dataset, type QuestionBank, sourceOf } from '@qb/core/questions'
import { escapeHtml } from '@qb/http'

/**
 * Creates a function that renders the content as HTML. It needs no scripts.
 * @param generateSeed selects the question
 */
export function createLandingContent(
  bank: QuestionBank,
  generateSeed: () => string,
): (baseUrl: string) => string {
  return (baseUrl) => {
    const datasets = bank.statuses().flatMap(({ dataset }) => dataset ?? [])
    if (datasets.length === 0) {
      return '<h2>Categories</h2>\n<p>No dataset is served yet. See the <a href="api/v1/health">health endpoint</a> for the reason.</p>'
    }
    const seed = generateSeed()
    const dataset = datasets[seed.charCodeAt(seed.length - 1) % datasets.length] as Dataset
    return `<h2>Categories</h2>
<ul class="cards">
${datasets.map(renderCategory).join('\n')}
</ul>
<h2>A question of ${escapeHtml(dataset.title)}</h2>
${renderQuestion(dataset, seed, baseUrl)}`
  }
}

function renderCategory(dataset: Dataset): string {
  const { category, title, size } = dataset
  const difficulties = [...dataset.facets().difficulty].map(([value, count]) => `${value} ${count}`)
  const details = [
    `${size.toLocaleString('en')} ${size === 1 ? 'question' : 'questions'}`,
    ...difficulties,
  ].join(' · ')
  return `<li><a href="api/v1/questions/${encodeURIComponent(category)}">${escapeHtml(title)}</a><small>${escapeHtml(details)}</small></li>`
}

function renderQuestion(dataset: Dataset, seed: string, baseUrl: string): string {
  const { json } = sourceOf(dataset).page({
    order: { kind: 'seeded', seed },
    filters: {},
    offset: 0,
    count: 1,
    view: { hideAnswers: false, shuffleOptions: false, includeSource: false },
  })
  const {
    question,
    correct_answer,
    options = [],
  } = JSON.parse(Buffer.concat(json).toString()) as AnsweredQuestion
  const choices = options.map((option) => `<li>${escapeHtml(option)}</li>`)
  const url = `${baseUrl}/api/v1/questions/${encodeURIComponent(dataset.category)}/random?count=1&seed=${encodeURIComponent(seed)}`
  return `<div class="question">
<p>${escapeHtml(question)}</p>
${choices.length > 0 ? `<ul>\n${choices.join('\n')}\n</ul>` : ''}
<details><summary>Show the answer</summary>${escapeHtml(correct_answer)}</details>
</div>
<p>This request returns it. Reload the page for a different question.</p>
<pre>curl ${escapeHtml(quoteForShell(url))}</pre>`
}

/** Quotes a text for a POSIX shell. A name of a category can contain an apostrophe, which URLs may contain too. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
