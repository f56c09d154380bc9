// Tests the names of the section in progress and of categories in other languages than English.
import { describe, expect, it } from 'vitest'
import { parseChangelog } from '../../document/index.ts'
import { CHANGE_TYPES } from '../../entry.ts'
import { addToText, releaseText } from '../../testing.ts'

const DAY = '2026-11-21'
const release = (text: string) => {
  const outcome = releaseText(text, { bump: 'MINOR', date: DAY })
  return outcome.kind === 'released' ? outcome.text : outcome.reason
}

describe('the section in progress', () => {
  it.each([
    ...['Não publicado', 'NÃO PUBLICADO', 'Não lançado', 'Sin publicar', 'No publicado', 'Non publié'],
    ...['Unveröffentlicht', 'Nicht veröffentlicht', 'Non pubblicato', 'Non rilasciato'],
    ...['Niet uitgebracht', 'Nog niet uitgebracht', 'Onuitgebracht', 'Nieopublikowane', 'Niewydane'],
    ...['Не опубликовано', 'Неопубликованное', 'Невыпущенное', 'Не выпущено', 'Yayınlanmadı', 'Yayımlanmadı'],
    ...['未发布', '尚未發布', '未釋出', '未リリース', '未公開', '미출시', '미공개', '미배포'],
  ])('is found with the name %s, and its link follows the new version', (name) => {
    const compare = 'https://a.b/compare/1.0.0...HEAD'
    const text = `# Log\n\n## [${name}]\n\n- x\n\n## [1.0.0] - 2026-01-31\n\n- a\n\n[${name}]: ${compare}\n[1.0.0]: https://a.b/compare/0.9.0...1.0.0\n`
    expect(release(text)).toBe(
      `# Log\n\n## [${name}]\n\n## [1.1.0] - ${DAY}\n\n- x\n\n## [1.0.0] - 2026-01-31\n\n- a\n\n[${name}]: https://a.b/compare/1.1.0...HEAD\n[1.1.0]: https://a.b/compare/1.0.0...1.1.0\n[1.0.0]: https://a.b/compare/0.9.0...1.0.0\n`,
    )
    const added = addToText(text, [{ type: 'Added', description: 'NEW' }])
    expect([added.split(name).length, added.includes('Unreleased')]).toEqual([3, false])
  })

  it('can have an inline link', () => {
    const text =
      '## [Não publicado](https://a.b/compare/1.0.0...HEAD)\n\n- x\n\n## [1.0.0](https://a.b/compare/0.9.0...1.0.0)\n\n- a\n'
    expect(release(text)).toMatch(
      /^## \[Não publicado\]\(https:\/\/a\.b\/compare\/1\.1\.0\.\.\.HEAD\)\n\n## \[1\.1\.0\]/,
    )
  })

  it('can have a planned version', () => {
    expect(
      parseChangelog('## 1.1.0 - não publicado\n\n- x\n\n## 1.0.0\n\n- a\n').sections[0]?.meaning,
    ).toEqual({ kind: 'unreleased', planned: '1.1.0' })
  })

  it('is no heading that only mentions such a name', () => {
    const text = '## 1.0.0\n\n### O artigo não publicado\n\n- a\n'
    expect(parseChangelog(text).sections).toHaveLength(1)
  })
})

describe('the categories', () => {
  it.each([
    ['Adicionado', 'Modificado', 'Obsoleto', 'Removido', 'Corrigido', 'Segurança'],
    ['Añadido', 'Cambiado', 'Obsoleto', 'Eliminado', 'Corregido', 'Seguridad'],
    ['Ajouté', 'Modifié', 'Obsolète', 'Supprimé', 'Corrigé', 'Sécurité'],
    ['Hinzugefügt', 'Geändert', 'Veraltet', 'Entfernt', 'Behoben', 'Sicherheit'],
    ['Aggiunto', 'Modificato', 'Deprecato', 'Rimosso', 'Corretto', 'Sicurezza'],
    ['Toegevoegd', 'Gewijzigd', 'Verouderd', 'Verwijderd', 'Opgelost', 'Beveiliging'],
    ['Dodano', 'Zmieniono', 'Przestarzałe', 'Usunięto', 'Naprawiono', 'Bezpieczeństwo'],
    ['Добавлено', 'Изменено', 'Устарело', 'Удалено', 'Исправлено', 'Безопасность'],
    ['Eklendi', 'Değişti', 'Rafa kalktı', 'Kaldırıldı', 'Düzeltildi', 'Güvenlik'],
    ['新增', '变更', '弃用', '移除', '修复', '安全'],
    ['追加', '変更', '非推奨', '削除', '修正', 'セキュリティ'],
    ['추가', '변경', '지원 중단', '제거', '수정', '보안'],
  ])('have the names of the file: %s', (...names) => {
    const older = names.map((name) => `### ${name}\n\n- a\n`).join('\n')
    const entries = CHANGE_TYPES.map((type) => ({ type, description: 'NEW' }))
    expect(addToText(`## Unreleased\n\n## 1.0.0\n\n${older}`, entries)).toBe(
      `## Unreleased\n\n${older.replaceAll('- a', '- NEW')}\n## 1.0.0\n\n${older}`,
    )
  })
})
