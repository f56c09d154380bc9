// Derives the options of a command line from the schema of a config. A variable that can contain a secret is no option,
// because other users of the machine can read the command lines of all processes.
import { optionNameOf } from '@qb/http'
import type { TObject, TSchema } from '@sinclair/typebox'

/** An option of a command line for a config variable. */
export interface ConfigOption {
  readonly variable: string
  /** The name without dashes, such as `base-path`. */
  readonly name: string
  /** What stands for the value in the help, such as `<n>`. Undefined for a boolean, which has no value. */
  readonly placeholder: string | undefined
  readonly description: string
}

/** A config variable that can only be set in the environment. */
export type SecretVariable = Pick<ConfigOption, 'variable' | 'description'>

/** The options of a program. */
export interface ConfigOptions {
  readonly options: readonly ConfigOption[]
  readonly secrets: readonly SecretVariable[]
}

/** Replaces the descriptions of variables, where the one of the schema is about the workspace. */
export type Descriptions = Readonly<Record<string, string>>

/** Derives the options from a schema, in its order. */
export function deriveOptions(schema: TObject, descriptions: Descriptions = {}): ConfigOptions {
  const variables = Object.entries(schema.properties).map(([variable, property]) => ({
    variable,
    name: optionNameOf(variable),
    placeholder: placeholderOf(optionNameOf(variable), property),
    description: descriptions[variable] ?? describe(property),
    isSecret: property.writeOnly === true,
  }))
  return {
    options: variables.filter(({ isSecret }) => !isSecret),
    secrets: variables.filter(({ isSecret }) => isSecret),
  }
}

function placeholderOf(name: string, { type }: TSchema): string | undefined {
  if (type === 'boolean') return undefined
  return type === 'string' ? `<${name.slice(name.lastIndexOf('-') + 1)}>` : '<n>'
}

function describe({ type, description = '', default: value, enum: values }: TSchema): string {
  const sentences = [
    description.replaceAll('`', ''),
    ...(values ? [`One of: ${values.join(', ')}.`] : []),
    ...(type === 'boolean' || value === '' ? [] : [`Default: ${value}`]),
  ]
  return sentences.join(' ')
}
