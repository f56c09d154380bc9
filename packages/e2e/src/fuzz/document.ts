// Reads a committed OpenAPI document, and compiles the validators of the documented responses.
import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { ROOT } from '../process.ts'

export type ServiceName = 'questions' | 'changelog'

/** A JSON Schema, as far as requests are generated from it. */
export interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

export interface Parameter {
  readonly in: 'path' | 'query' | 'header'
  readonly name: string
  readonly required: boolean
  readonly schema: Schema
}

/** A documented response. The names of header fields are in lower case, and those of media types have no parameters. */
export interface DocumentedResponse {
  readonly headers: readonly string[]
  readonly content: ReadonlyMap<string, ValidateFunction>
}

export interface DocumentedOperation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly body: Schema | undefined
  readonly isPublic: boolean
  readonly responses: ReadonlyMap<number, DocumentedResponse>
}

export interface ApiDocument {
  readonly operations: readonly DocumentedOperation[]
  /** The response to an error that no operation documents, such as an unknown path. */
  readonly errorContent: DocumentedResponse['content']
}

interface RawOperation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly security?: readonly object[]
  readonly responses: Readonly<
    Record<string, { readonly headers?: object; readonly content?: Readonly<Record<string, object>> }>
  >
}

/** Checks the formats that the documents name. Ajv knows none of them. */
const FORMATS = {
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': (text: string) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)),
  'uri-reference': (text: string) => URL.canParse(text, 'http://base'),
}

/** Reads the document of a service. */
export function readDocument(name: ServiceName): ApiDocument {
  const document = JSON.parse(readFileSync(`${ROOT}openapi/${name}.json`, 'utf8'))
  // Not strict: the document contains keywords of OpenAPI.
  const ajv = new Ajv2020({ strict: false, formats: FORMATS })
  ajv.addSchema(document, 'openapi')
  const compile = (...path: readonly string[]) =>
    ajv.compile({ $ref: `openapi#/${path.map(escapePointer).join('/')}` })
  const paths = Object.entries(document.paths as Record<string, Record<string, RawOperation>>)
  const operations = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody, ...rest }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody?.content['application/json']?.schema,
      isPublic: rest.security === undefined,
      responses: new Map(
        Object.entries(rest.responses).map(([status, { headers = {}, content = {} }]) => [
          Number(status),
          {
            headers: Object.keys(headers).map((name) => name.toLowerCase()),
            content: new Map(
              Object.keys(content).map((type) => [
                type,
                compile('paths', path, method, 'responses', status, 'content', type, 'schema'),
              ]),
            ),
          },
        ]),
      ),
    })),
  )
  const errorContent = operations[0]?.responses.get(400)?.content
  if (!errorContent) throw new Error(`expected openapi/${name}.json to document status 400`)
  return { operations, errorContent }
}

/** Escapes a segment of a JSON pointer in a URL fragment. */
function escapePointer(segment: string): string {
  return encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'))
}

/**
 * Finds the operations of a request target by its path: none, one, or one per method. Literal segments take precedence
 * over parameters. Returns undefined when the path cannot be decoded.
 */
export function findOperations(
  { operations }: ApiDocument,
  target: string,
): readonly DocumentedOperation[] | undefined {
  let segments: string[]
  try {
    segments = (target.split(/[?#]/, 1)[0] ?? '').split('/').map(decodeURIComponent)
  } catch {
    return undefined
  }
  const matching = operations.filter(({ path }) => matches(path.split('/'), segments))
  const literals = (path: string) => path.split('/').filter((segment) => !segment.startsWith('{')).length
  const most = Math.max(...matching.map(({ path }) => literals(path)))
  return matching.filter(({ path }) => literals(path) === most)
}

function matches(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((part, index) => (part.startsWith('{') ? true : part === segments[index])) &&
    segments.at(-1) !== ''
  )
}
