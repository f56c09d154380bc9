import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import picomatch from 'picomatch'
import { describe, expect, it } from 'vitest'
import { CATEGORIES, CLASSIFICATION, classifyPath } from './classification.ts'

const PAGE = readFileSync(new URL('../../../../../docs/classification.md', import.meta.url), 'utf8')

/** Example paths for each pattern of each row, in the order of the table. */
const EXAMPLES: string[][][] = [
  [
    [
      'test/sample.ts',
      'packages/core/tests/data.csv',
      'src/__tests__/app.js',
      'e2e/login.ts',
      'Tests/Unit.php',
    ],
    ['src/Shop.Tests/CartTests.cs', 'Shop.Test/Cart.cs'],
    ['spec/spec_helper.rb', 'spec/models/user.rb'],
    ['spec/support/jasmine.json'],
    ['src/app.test.ts', 'src/sample.bench.ts', 'login.e2e.js', 'src/button.test.tsx.snap'],
    ['pkg/server_test.go', 'lib/cart_test.exs'],
    ['src/app.spec.ts', 'models/user_spec.rb', 'cypress-login_spec.js'],
    ['app/test_views.py', 'app/tests.py', 'conftest.py'],
    ['src/button.snap'],
    ['pytest.ini', 'tox.ini', '.coveragerc', '.rspec', '.codecov.yml'],
    ['.nycrc', '.nycrc.json', '.mocharc.cjs', '.c8rc.json'],
    ['vitest.config.ts', 'packages/web/jest.setup.js', 'karma.config.cjs', 'vitest.workspace.ts'],
  ],
  [
    ['SECURITY.md', '.github/SECURITY.md', 'public/.well-known/security.txt', 'SECURITY'],
    ['SECURITY-INSIGHTS.yml', 'SECURITY_CONTACTS'],
    ['docs/security/threat-model.md', 'security/audits/2026.rst'],
    ['CODEOWNERS', '.github/CODEOWNERS'],
    ['.gitleaks.toml', '.gitleaksignore', '.trivyignore', '.snyk'],
    ['.github/dependabot.yml', '.github/workflows/codeql-analysis.yml', 'osv-scanner.toml', '.audit-ci.json'],
    ['certs/server.pem', 'keys/release.asc', 'deploy/tls.key'],
  ],
  [
    ['docs/guide/intro.html', 'doc/api.txt', 'man/tool.1', 'docs/diagram.png'],
    ['README', 'README.txt', 'packages/core/readme.de.html'],
    ['AUTHORS', 'CHANGES', 'HISTORY.txt', 'NOTICE', 'MAINTAINERS'],
    ['LICENSE', 'LICENCE.txt', 'COPYING.LESSER', 'LICENSE-MIT'],
    ['CHANGELOG.md', 'packages/core/notes.rst', 'site/pages/index.mdx', 'paper.tex'],
    ['mkdocs.yml', '.readthedocs.yaml'],
  ],
  [
    ['.github/workflows/ci.yml', '.vscode/settings.json', '.husky/pre-commit', '.ci/run', '.config/tool'],
    ['package.json', 'packages/core/package.json', 'pnpm-lock.yaml', 'yarn.lock', 'deno.lock'],
    ['requirements.txt', 'requirements-dev.txt', 'pyproject.toml', 'setup.py', 'Pipfile'],
    ['requirements/base.txt'],
    ['Cargo.toml', 'go.mod', 'Gemfile', 'composer.lock', 'pom.xml', 'mix.exs'],
    ['tool.gemspec', 'src/App.csproj', 'build.gradle', 'settings.gradle.kts', 'flake.nix'],
    ['tsconfig.base.json', 'biome.json', 'turbo.json', 'renovate.json', 'biome.jsonc'],
    ['vite.config.ts', 'webpack.config.prod.js', 'babel.config.json'],
    ['Dockerfile', 'Dockerfile.dev', 'Containerfile'],
    ['deploy/web.dockerfile'],
    ['docker-compose.yml', 'compose.override.yaml'],
    ['Makefile', 'CMakeLists.txt', 'Jenkinsfile', 'justfile'],
    ['.npmrc', '.babelrc', '.envrc'],
    ['.eslintrc.cjs', '.prettierrc.json'],
    ['.gitignore', '.dockerignore', '.gitattributes'],
    ['.editorconfig', '.nvmrc', '.gitmodules', '.python-version'],
  ],
  [
    ['src/auth/login.ts', 'src/security/hash.ts', 'lib/crypto/sign.rs', 'app/permissions/rules.json'],
    ['src/auth.ts', 'src/middleware/auth.service.ts', 'lib/crypto.py', 'config/permissions.yml'],
  ],
  [
    ['config/default.json', 'config/routes.rb', 'configs/prod/logging.xml'],
    ['src/config.ts', 'app/Config.php', 'configuration.xml'],
    ['shop/settings.py', 'settings.json'],
    ['appsettings.json', 'src/Web/appsettings.Development.json'],
    ['.env', '.env.example', 'packages/web/.env.local'],
    ['k8s/service.yaml', 'logging.ini', 'deploy/prod.tfvars', 'nginx.conf', 'app.toml'],
  ],
]

const FEATURES = [
  'src/index.ts',
  'src/spec/parser.ts',
  'packages/core/src/git/changes/base.ts',
  'packages/core/src/changelog/changelog.ts',
  'packages/core/src/changelog/history.ts',
  'src/support.js',
  'src/notice.tsx',
  'scripts/install.sh',
  'scripts/license-check.js',
  'src/latest.ts',
  'src/contest.py',
  'src/attest/index.ts',
  'src/author.ts',
  'src/authors/list.ts',
  'src/inspect.ts',
  'src/dockets/list.ts',
  'src/pages/settings/profile.tsx',
  'src/configure.ts',
  'src/environment.ts',
  'external-resources/questions/Refined_History_Questions.csv',
  'data.json',
  'a',
]

const isMatch = (path: string, pattern: string) => picomatch(pattern, { dot: true, nocase: true })(path)

describe('the classification of a path', () => {
  const cases = CLASSIFICATION.flatMap(({ category, patterns }, row) =>
    patterns.map((pattern, index) => [category, pattern, EXAMPLES[row]?.[index] ?? []] as const),
  )
  it.each(cases)('is %s for the pattern %s', (category, pattern, examples) => {
    expect(examples.length).toBeGreaterThan(0)
    for (const path of examples) {
      expect({ path, matches: isMatch(path, pattern) }).toEqual({ path, matches: true })
      expect({ path, category: classifyPath(path) }).toEqual({ path, category })
    }
  })

  it.each(FEATURES)('is Feature for %s, which no row matches', (path) => {
    expect(classifyPath(path)).toBe('Feature')
  })

  it('is the category of the row for every alternative of every pattern', () => {
    for (const { category, patterns } of CLASSIFICATION) {
      for (const pattern of patterns) {
        for (const path of expandBraces(pattern).map(toPath)) {
          expect({ pattern, path, category: classifyPath(path) }).toEqual({ pattern, path, category })
        }
      }
    }
  })

  it('has no pattern whose examples all match other patterns of the row', () => {
    for (const [row, { patterns }] of CLASSIFICATION.entries()) {
      for (const [index, pattern] of patterns.entries()) {
        const others = patterns.filter((other) => other !== pattern)
        const own = EXAMPLES[row]?.[index]?.filter((path) => !others.some((other) => isMatch(path, other)))
        expect({ pattern, own }).not.toEqual({ pattern, own: [] })
      }
    }
  })

  it('does not depend on case, depth or leading dots', () => {
    for (const path of ['Docs/X.html', 'DOCS/x.html', 'a/b/c/docs/d/e/x.html', '.hidden/docs/.x.html']) {
      expect({ path, category: classifyPath(path) }).toEqual({ path, category: 'Documentation' })
    }
  })

  it.each([
    'docs/new\nline.html',
    'new\nline/docs/a.html',
    'größe/📚/docs/x',
    ' /docs/ ',
    'docs/[a]*{b}!(c)\\d',
  ])('is Documentation for the unusual path %j', (path) => {
    expect(classifyPath(path)).toBe('Documentation')
  })
})

describe('docs/classification.md', () => {
  it('contains the table', () => {
    const rows = CLASSIFICATION.map(({ category, description, patterns }, index) => {
      const code = patterns.map((pattern) => `\`${pattern}\``).join('<br>')
      return `| ${index + 1} | ${category} | ${description} | ${code} |`
    })
    expect(tableAfter('## The table')).toEqual([
      '| order | category | description | patterns |',
      '|---|---|---|---|',
      ...rows,
    ])
  })

  const readConflicts = (heading: string) =>
    tableAfter(heading)
      .slice(2)
      .map((row) => /^\| `(.+)` \| (\w+) \| (\w+) \| .+ \|$/.exec(row)?.slice(1) ?? [row])
      .map(([path = '', category = '', instead = '']) => ({ path, category, instead }))
  const conflicts = readConflicts('## Ambiguous paths')
  const misleading = readConflicts('## Misleading names')

  it('contains conflicts of every category', () => {
    expect(new Set([...conflicts, ...misleading].map(({ category }) => category))).toEqual(
      new Set(CATEGORIES),
    )
  })

  it.each([...conflicts, ...misleading])(
    'states correctly that $path is $category',
    ({ path, category, instead }) => {
      expect(classifyPath(path)).toBe(category)
      expect(CATEGORIES).toContain(instead)
      expect(instead).not.toBe(category)
    },
  )

  it.each(conflicts)('states correctly that $path could have been $instead', ({ path, instead }) => {
    const wanted = CLASSIFICATION.filter(({ patterns }) => patterns.some((pattern) => isMatch(path, pattern)))
    expect([...wanted.slice(1).map(({ category }) => category), 'Feature']).toContain(instead)
  })

  it.each(misleading)('states correctly that no row of $instead matches $path', ({ path, instead }) => {
    const rows = CLASSIFICATION.filter(({ category }) => category === instead)
    expect(rows.flatMap(({ patterns }) => patterns).filter((pattern) => isMatch(path, pattern))).toEqual([])
  })

  it('is that of the first row with a pattern that picomatch finds, for any path', () => {
    const rows = CLASSIFICATION.map(({ category, patterns }) => ({
      category,
      matches: patterns.map((pattern) => picomatch(pattern, { dot: true, flags: 'is' })),
    }))
    const names = [...new Set(EXAMPLES.flat(2).flatMap((path) => path.split(/(?=[/.])|\//)))]
    const piece = fc.constantFrom(
      ...names,
      ...names.map((name) => name.toUpperCase()),
      'x',
      '.',
      '-',
      '\n',
      'é',
      ' ',
    )
    const segment = fc
      .array(piece, { minLength: 1, maxLength: 3 })
      .map((pieces) => pieces.join('').replaceAll('/', ''))
      .filter((text) => !['', '.', '..'].includes(text))
    const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'))
    const seen = new Set<string>()
    fc.assert(
      fc.property(path, (one) => {
        const expected =
          rows.find(({ matches }) => matches.some((isMatch) => isMatch(one)))?.category ?? 'Feature'
        seen.add(expected)
        expect(classifyPath(one)).toBe(expected)
      }),
      { numRuns: 3000 },
    )
    expect([...seen].sort()).toEqual([...CATEGORIES].sort())
  })
})

function tableAfter(heading: string): string[] {
  const lines = PAGE.slice(PAGE.indexOf(`${heading}\n`)).split('\n')
  const start = lines.findIndex((line) => line.startsWith('|'))
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'))
  return lines.slice(start, start + length)
}

/** Expands `a{b,c}` to `ab` and `ac`. No pattern has nested braces. */
function expandBraces(pattern: string): string[] {
  const [, before, choices, after] = /^(.*?)\{([^}]*)\}(.*)$/.exec(pattern) ?? []
  if (before === undefined || choices === undefined || after === undefined) return [pattern]
  return choices.split(',').flatMap((choice) => expandBraces(`${before}${choice}${after}`))
}

/** Creates a path that a pattern without braces matches, and that no other pattern is likely to match. */
function toPath(pattern: string): string {
  return pattern.replaceAll('**/', 'some/').replaceAll('**', 'some').replaceAll('*', 'x').replace('[._]', '.')
}
