// Defines the classification table, and gives each path its category. The first row that matches a path determines the category;
// the content of the file has no influence. docs/classification.md contains the same table and explains the order. A test compares
// the two.
import picomatch from 'picomatch'

/** The categories of paths. */
export const CATEGORIES = ['Documentation', 'Security', 'Tests', 'Configuration', 'Feature'] as const
export type ChangeCategory = (typeof CATEGORIES)[number]

/** One row of the table. A path that matches one of its patterns, and no earlier row, has its category. */
export interface ClassificationRow {
  readonly category: ChangeCategory
  /** The files that the row is for, as in docs/classification.md. */
  readonly description: string
  /** Glob patterns of picomatch for the whole path. */
  readonly patterns: readonly string[]
}

/**
 * The rows in order of precedence. Patterns are case-insensitive, `**` matches any number of folders, and
 * wildcards match a leading dot.
 */
export const CLASSIFICATION: readonly ClassificationRow[] = [
  {
    // First, because tests and test data can have the name and the format of any other category. A folder
    // named `spec` is not enough, because it can also contain specifications.
    category: 'Tests',
    description: 'tests, benchmarks, test data, and the config of test tools',
    patterns: [
      '**/{test,tests,__tests__,__mocks__,__fixtures__,__snapshots__,e2e,fixtures,testdata,cypress,playwright}/**',
      '**/*.{test,tests}/**',
      '**/spec/**/*.rb',
      '**/spec/support/**',
      '**/*.{test,e2e,bench}.*',
      '**/*_test.*',
      '**/*[._]spec.{js,jsx,ts,tsx,cjs,mjs,cts,mts,coffee,vue,svelte,rb,lua,dart}',
      '**/{test_*,tests,conftest}.py',
      '**/*.snap',
      '**/{pytest.ini,tox.ini,.coveragerc,.rspec,codecov.yml,.codecov.yml}',
      '**/.{nycrc,mocharc,c8rc}*',
      '**/{jest,vitest,karma,cypress,playwright,ava,mocha}.{config,setup,workspace}.*',
    ],
  },
  {
    // Before Documentation and Configuration, because their patterns match the formats of these files.
    category: 'Security',
    description: 'security policies, code owners, keys, certificates, and the config of security scanners',
    patterns: [
      '**/security{,.md,.txt,.rst,.adoc}',
      '**/security{-insights.yml,_contacts}',
      '**/security/**/*.{md,txt,rst,adoc}',
      '**/codeowners',
      '**/.{gitleaks,trivyignore,snyk,semgrepignore}*',
      '**/{,.}{audit-ci,dependabot,osv-scanner,codeql}*.{json,yml,yaml,toml}',
      '**/*.{pem,crt,cer,key,p12,pfx,jks,asc,gpg}',
    ],
  },
  {
    // Names such as HISTORY match only without an extension or with `.txt`, because history.ts is code.
    category: 'Documentation',
    description: 'documentation, and the config of documentation tools',
    patterns: [
      '**/{docs,doc,documentation,man}/**',
      '**/readme{,.*}',
      '**/{changelog,changes,history,news,contributing,contributors,code_of_conduct,authors,maintainers,notice,support,governance,roadmap,upgrading}{,.txt}',
      '**/{license,licence,copying}{,.txt,.lesser,-mit,-apache}',
      '**/*.{md,mdx,markdown,rst,adoc,asciidoc,tex}',
      '**/{mkdocs,.readthedocs}.{yml,yaml}',
    ],
  },
  {
    // Before the second row of Security, so that packages/auth/package.json is Configuration.
    category: 'Configuration',
    description: 'dependencies, builds, containers, and the config of developer tools',
    patterns: [
      '**/.{github,gitlab,circleci,vscode,idea,husky,devcontainer,ci,config}/**',
      '**/{package.json,package-lock.json,npm-shrinkwrap.json,pnpm-lock.yaml,pnpm-workspace.yaml,yarn.lock,bun.lock,bun.lockb,deno.json,deno.lock}',
      '**/{requirements*.txt,pyproject.toml,setup.py,setup.cfg,manifest.in,pipfile,pipfile.lock,poetry.lock,uv.lock}',
      '**/requirements/*.txt',
      '**/{cargo.toml,cargo.lock,go.mod,go.sum,go.work,gemfile,gemfile.lock,composer.json,composer.lock,pom.xml,mix.exs,mix.lock,package.swift,package.resolved,podfile,podfile.lock}',
      '**/*.{gemspec,csproj,fsproj,vbproj,sln,gradle,gradle.kts,sbt,mk,cmake,nix}',
      '**/{tsconfig*,jsconfig*,biome,turbo,nx,lerna,renovate,vercel,firebase,angular,nest-cli,nodemon}.{json,jsonc}',
      '**/*.config.*',
      '**/{dockerfile,containerfile}*',
      '**/*.dockerfile',
      '**/{docker-compose,compose}*.{yml,yaml}',
      '**/{makefile,gnumakefile,justfile,rakefile,procfile,vagrantfile,jenkinsfile,cmakelists.txt,flake.lock}',
      '**/.*rc',
      '**/.*rc.{js,cjs,mjs,json,yml,yaml}',
      '**/.*{ignore,attributes}',
      '**/.{editorconfig,gitmodules,tool-versions,nvmrc,node-version,python-version,ruby-version}',
    ],
  },
  {
    category: 'Security',
    description: 'code and config of authentication, permissions and cryptography',
    patterns: [
      '**/{security,auth,oauth,authentication,authorization,crypto,permissions}/**',
      '**/{security,auth,oauth,authentication,authorization,crypto,permissions}.*',
    ],
  },
  {
    // Every file in a folder named config matches, data and code, as in the folders docs and auth.
    category: 'Configuration',
    description: 'other config files, by folder, name or format',
    patterns: [
      '**/{config,configs,configuration}/**',
      '**/{config,configuration}.*',
      '**/settings.{py,json}',
      '**/appsettings*.json',
      '**/.env*',
      '**/*.{yml,yaml,toml,ini,cfg,conf,properties,env,tf,tfvars}',
    ],
  },
]

// `i` ignores case. `s` lets `**` match line breaks, which git allows in names. Without `fastpaths`, the expression of a simple
// pattern can be a part of another one.
const OPTIONS = { dot: true, flags: 'is', fastpaths: false }

const ROWS = CLASSIFICATION.map(({ category, patterns }) => ({
  category,
  expression: toExpression(patterns),
}))

/** Creates one expression for the patterns of a row. Each starts with any number of folders, which are matched once. */
function toExpression(patterns: readonly string[]): RegExp {
  const ends = patterns.map((pattern) => picomatch.makeRe(pattern.replace('**/', ''), OPTIONS).source)
  return new RegExp(`^(?:.*/)?(?:${ends.map((end) => end.slice(1, -1)).join('|')})$`, OPTIONS.flags)
}

/**
 * Returns the category of the first row of {@link CLASSIFICATION} that matches a path, or `Feature`.
 * @param path relative to the root of the repository. The prefix `./` of an escaped path is ignored
 */
export function classifyPath(path: string): ChangeCategory {
  const plain = path.startsWith('./') ? path.slice('./'.length) : path
  return ROWS.find(({ expression }) => expression.test(plain))?.category ?? 'Feature'
}
