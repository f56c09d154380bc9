// Describes the API as a whole. The descriptions of operations are in their own files.
import { type QuestionBank, readQuestion } from '@qb/core/questions'
import { type ApiDescription, DOCS_LINKS, type LandingContent } from '@qb/http'
import { CategoryPath } from './parameters.ts'

const rules = `## Validation

When a parameter is unknown, wrongly repeated or invalid, the operation returns 400. The error names it. No parameter is ignored.

## Seeds

A response in random order contains its \`seed\`. The same category, filters and seed give the same order on every machine. \`docs/seed-contract.md\` in the source of this service specifies the algorithm.

## Paging

\`next\` is the path of the next page. Resolve it like a link: \`new URL(next, address)\`. It is \`null\` on the last page. No question is repeated.

## Caching

Responses that are the same for every client have an \`ETag\` and can be cached for a minute. Examples are pages with a seed, pages in dataset order, questions by id, and checks of answers. \`If-None-Match\` is supported. A response with a generated seed has \`Cache-Control: no-store\`.

## CORS

By default, scripts of every origin may read every response.

## Methods

\`HEAD\` is supported wherever \`GET\` is.

## Reloading

A changed dataset is served within seconds, without a restart. If the new file is invalid, the last valid revision is served, and health and metrics report the error.

## Encoding

Strings are UTF-8, exactly as in the dataset. They are not HTML-encoded.

## Errors

Every error response is problem details (RFC 9457), on every path. [Errors](errors) explains each.

## Request ids

Every response has an \`X-Request-Id\`. The log of the service contains it too.`

/** Describes the API. @param bank the examples of parameters are of its first question */
export function describeQuestionsApi(
  version: string,
  renderContent: (baseUrl: string) => LandingContent,
  bank: QuestionBank,
): ApiDescription {
  return {
    title: 'Question bank',
    mark: '?',
    headline: 'Quiz questions for your app and your class',
    version,
    summary:
      'Play quiz questions in the browser, draw them through the API, or serve a spreadsheet of your own. Share a link, and a whole class gets the same questions.',
    rules,
    license: { name: 'MIT', identifier: 'MIT' },
    tags: [
      { name: 'Questions', description: 'Questions by category.' },
      { name: 'Service', description: 'Health and metrics.' },
    ],
    links: [{ href: 'quiz/', text: 'Quiz', action: 'Play a quiz' }, ...DOCS_LINKS],
    renderContent,
    findExamples: () => findExamples(bank),
  }
}

/** Finds a question that this service has, when it does not serve the category of the schemas' examples. */
function findExamples(bank: QuestionBank): Record<string, string> {
  const datasets = bank.datasets()
  const [first] = datasets
  const isServed = datasets.some(
    ({ category }) => category === CategoryPath.properties.category.examples?.[0],
  )
  if (!first || isServed) return {}
  const { id, correct_answer: answer } = readQuestion(first.match({}).at(0))
  return { category: first.category, id, answer }
}
