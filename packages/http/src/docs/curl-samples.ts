// Adds to each operation of an OpenAPI document a command for its request, made of the examples of the document.
// @see https://redocly.com/docs-legacy/api-reference-docs/specification-extensions/x-code-samples
import { quoteForShell } from './html-page.ts'
import { type DocumentedOperation, pathsOf } from './openapi.ts'

/** Stands in the commands for the URL of the service, which the page knows. */
const BASE_URL = '{base-url}'

/**
 * Adds the commands in place, and returns the document. A command has the parameters that the operation requires. The one of
 * the first operation also stands in the introduction, behind its first paragraph.
 * @param credential the header field of operations that are not public, such as `X-API-Key: $CHANGELOG_API_KEY`
 */
export function addCurlSamples<D extends object>(document: D, credential = ''): D {
  const { info } = document as { readonly info?: { description?: string } }
  const commands: string[] = []
  for (const [path, methods] of Object.entries(pathsOf(document))) {
    for (const operation of Object.values(methods)) {
      const source = renderCurl(path, operation, credential)
      operation['x-codeSamples'] = [{ lang: 'shell', label: 'curl', source }]
      commands.push(source)
    }
  }
  const [first] = commands
  if (info?.description && first !== undefined) {
    const section = `\n\n# First request\n\n\`\`\`shell\n${first}\n\`\`\`\n`
    info.description = info.description.replace(/\n|$/, () => `${section}\n`)
  }
  return document
}

function renderCurl(path: string, operation: DocumentedOperation, credential: string): string {
  const { parameters = [], security = [], requestBody } = operation
  const examples = new Map(
    parameters.map(({ name, example = name }) => [name, encodeURIComponent(String(example))]),
  )
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => examples.get(name) ?? name)
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name }) => `${name}=${examples.get(name)}`)
  const url = BASE_URL + [filled, ...(query.length > 0 ? [query.join('&')] : [])].join('?')
  const body = requestBody?.content?.['application/json']?.example
  return formatCurl(
    quoteForShell(url),
    security.length > 0 ? credential : undefined,
    body === undefined ? undefined : JSON.stringify(body, undefined, 2),
  )
}

/**
 * Formats a command with a line for each argument.
 * @param url as in a shell
 * @param credential a header field, in which the shell replaces variables
 * @param json the body
 */
export function formatCurl(url: string, credential?: string, json?: string): string {
  return [
    `curl ${url}`,
    ...(credential === undefined ? [] : [`-H "${credential}"`]),
    ...(json === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoteForShell(json)}`]),
  ].join(' \\\n  ')
}
