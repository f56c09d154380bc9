// Defines the schemas of changelog entries and releases. The API returns values of these schemas. Information
// that is not in the file is null.
import { type Static, Type } from '@sinclair/typebox'

/** One entry of a changelog. */
export const ChangelogEntry = Type.Object(
  {
    type: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The category heading, such as `Added`. Null for an entry directly below the version.',
    }),
    description: Type.String({ description: 'The Markdown of the entry, without its bullet and indent.' }),
  },
  {
    $id: 'ChangelogEntry',
    additionalProperties: false,
    description: 'One entry of a changelog.',
    examples: [{ type: 'Added', description: 'A seed for every draw.' }],
  },
)
export type ChangelogEntry = Static<typeof ChangelogEntry>

/** One released version. */
export const Release = Type.Object(
  {
    version: Type.String({ description: 'The version as in the heading, without a leading `v`.' }),
    date: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date',
      description:
        'The date in the heading as an ISO date. Null when the heading has no date, or one that can be read in two ways.',
    }),
    yanked: Type.Boolean({ description: 'Whether the heading contains `[YANKED]`.' }),
    changes: Type.Array(Type.Unsafe<ChangelogEntry>(Type.Ref('ChangelogEntry'))),
  },
  {
    $id: 'Release',
    additionalProperties: false,
    description: 'One released version.',
    examples: [
      {
        version: '1.2.0',
        date: '2026-11-21',
        yanked: false,
        changes: [{ type: 'Added', description: 'A seed for every draw.' }],
      },
    ],
  },
)
export type Release = Static<typeof Release>

/** The types of Keep a Changelog, in its order. A new entry has one of them. Existing entries of other types are kept. */
export const CHANGE_TYPES = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'] as const
export type ChangeType = (typeof CHANGE_TYPES)[number]

/** The categories of the tool changesets, in its order: those of a major, a minor and a patch version. */
export const BUMP_CATEGORIES: readonly string[] = ['Major Changes', 'Minor Changes', 'Patch Changes']

/** The category of each type in a file of changesets: by the part of the version that it increments from 1.0.0 on. */
export const BUMP_CATEGORY: Readonly<Record<ChangeType, string>> = {
  Added: 'Minor Changes',
  Changed: 'Minor Changes',
  Deprecated: 'Minor Changes',
  Removed: 'Major Changes',
  Fixed: 'Patch Changes',
  Security: 'Patch Changes',
}

/**
 * The names of the types, in lower case, also as in the translations of Keep a Changelog. The others count in a section that has no
 * category with the first one.
 */
export const TYPE_NAMES: Readonly<Record<ChangeType, readonly string[]>> = {
  Added: [
    ...['added', 'new', 'new features', 'features', 'features added', 'additions', 'addition'],
    ...['new feature', 'feature', 'implemented enhancements', 'enhancements', 'enhancement'],
    ...['minor enhancements', 'add', 'feat'],
    ...['adicionado', 'añadido', 'agregado', 'ajouté', 'ajouts', 'hinzugefügt', 'aggiunto', 'toegevoegd'],
    ...['dodano', 'dodane', 'добавлено', 'eklendi', '新增', '添加', '追加', '추가', '추가됨'],
  ],
  Changed: [
    ...['changed', 'changes', 'change', 'improvements', 'improvement', 'enhancements', 'enhancement'],
    ...['minor enhancements', 'minor changes', 'minor updates', 'updated', 'updates', 'other changes'],
    ...['modificado', 'alterado', 'cambiado', 'changé', 'modifié', 'geändert', 'modificato', 'cambiato'],
    ...['gewijzigd', 'veranderd', 'zmieniono', 'zmienione', 'изменено', 'değişti', 'değiştirildi'],
    ...['变更', '變更', '更改', '変更', '변경', '변경됨'],
  ],
  Deprecated: [
    ...['deprecated', 'deprecations', 'deprecation', 'deprecate'],
    ...['obsoleto', 'descontinuado', 'deprecado', 'obsolète', 'déprécié', 'veraltet', 'deprecato'],
    ...['verouderd', 'przestarzałe', 'устарело', 'rafa kalktı', '弃用', '棄用', '非推奨', '지원 중단'],
    ...['사용 중단'],
  ],
  Removed: [
    ...['removed', 'removals', 'removal', 'remove'],
    ...['removido', 'eliminado', 'supprimé', 'retiré', 'entfernt', 'rimosso', 'verwijderd', 'usunięto'],
    ...['usunięte', 'удалено', 'kaldırıldı', '移除', '删除', '刪除', '削除', '제거', '제거됨'],
  ],
  Fixed: [
    ...['fixed', 'fixes', 'bug fixes', 'bugfixes', 'fix', 'bug fix', 'bugfix', 'fixed bugs'],
    ...['bugs fixed', 'bug', 'bugs'],
    ...['corrigido', 'corregido', 'arreglado', 'corrigé', 'behoben', 'corretto', 'risolto', 'opgelost'],
    ...['gerepareerd', 'naprawiono', 'naprawione', 'poprawiono', 'исправлено', 'düzeltildi', '修复'],
    ...['修復', '修正', '수정', '수정됨'],
  ],
  Security: [
    ...['security', 'security fixes'],
    ...['segurança', 'seguridad', 'sécurité', 'sicherheit', 'sicurezza', 'beveiliging', 'bezpieczeństwo'],
    ...['безопасность', 'güvenlik', '安全', '安全性', 'セキュリティ', '보안'],
  ],
}

/** Names of categories that belong together. A file that has one of them gets the others. */
export const NAME_SETS: readonly Partial<Record<ChangeType, string>>[] = [
  { Added: 'Features', Fixed: 'Bug Fixes' },
  { Added: 'New features', Fixed: 'Bug fixes' },
  { Added: 'NEW FEATURES', Fixed: 'BUG FIXES' },
  { Added: ':rocket: Enhancement', Fixed: ':bug: Bug Fix' },
  { Added: '🚀 Enhancement', Fixed: '🐛 Bug Fix' },
  { Added: '🚀 Features', Fixed: '🐛 Bug Fixes' },
  { Added: '🚀 Enhancements', Fixed: '🩹 Fixes' },
]

/** Types of commits that are no names of categories. @see https://www.conventionalcommits.org/en/v1.0.0/ */
export const COMMIT_TYPES: readonly string[] = [
  'feat',
  'perf',
  'refactor',
  'docs',
  'test',
  'style',
  'build',
  'ci',
  'chore',
]

/** An entry to add. */
export interface NewEntry {
  readonly type: ChangeType
  readonly description: string
  /** Whether the description is plain text, whose characters have no meaning in Markdown. */
  readonly escape?: boolean
  /** Whether the entry gets no category where the file has none. */
  readonly isFlat?: boolean
}

/** The parts of a version that a release can increment. */
export const VERSION_BUMPS = ['MAJOR', 'MINOR', 'PATCH'] as const
export type VersionBump = (typeof VERSION_BUMPS)[number]
