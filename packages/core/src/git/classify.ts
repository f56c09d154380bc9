// A path to its category: one ordered table of patterns, the first row that matches decides, `Feature` if none.
// docs/classification.md shows the same table; a test keeps the two equal.
import picomatch from 'picomatch'
import type { ChangeCategory } from './change.ts'

/** One row: paths that match one of the patterns are of this category, unless an earlier row took them. */
export interface ClassificationRow {
  readonly category: ChangeCategory
  readonly about: string
  readonly patterns: readonly string[]
}

/** The table, in the order in which it is read. Patterns ignore case; `**` crosses folders, dots are not special. */
export const CLASSIFICATION: readonly ClassificationRow[] = [
  {
    category: 'Security',
    about: 'policies, keys, audits and what guards the repository',
    patterns: [
      '**/security.md',
      '**/security.{txt,rst,adoc}',
      '**/.well-known/security.txt',
      '**/{security,auth,authentication,authorization,crypto,permissions}/**',
      '**/codeowners',
      '**/.{gitleaks,trivyignore,snyk,semgrepignore}*',
      '**/{.,}{audit-ci,dependabot,osv-scanner}*.{json,yml,yaml,toml}',
      '**/*.{pem,crt,cer,asc,gpg}',
    ],
  },
  {
    category: 'Tests',
    about: 'tests, fixtures and what runs them',
    patterns: [
      '**/{test,tests,__tests__,__mocks__,__snapshots__,spec,specs,e2e,fixtures,testdata,cypress,playwright}/**',
      '**/*.{test,spec,e2e,bench}.*',
      '**/*_{test,spec}.*',
      '**/test_*.py',
      '**/*.snap',
      '**/{conftest.py,pytest.ini,tox.ini,.coveragerc,codecov.yml,.nycrc*}',
      '**/{jest,vitest,karma,cypress,playwright,ava,mocha}.config.*',
      '**/.mocharc*',
    ],
  },
  {
    category: 'Documentation',
    about: 'texts for people',
    patterns: [
      '**/{docs,doc,documentation,man}/**',
      '**/{readme,changelog,changes,history,contributing,code_of_conduct,authors,notice,license,licence,copying,support,governance,roadmap,install,upgrading}{,.*}',
      '**/*.{md,mdx,markdown,rst,adoc,asciidoc,tex}',
      '**/{mkdocs.yml,mkdocs.yaml,.readthedocs.yml,.readthedocs.yaml}',
    ],
  },
  {
    category: 'Configuration',
    about: 'settings of builds, tools, containers and dependencies',
    patterns: [
      '**/.{github,gitlab,circleci,vscode,idea,husky,devcontainer,ci,config}/**',
      '**/{package.json,package-lock.json,npm-shrinkwrap.json,pnpm-lock.yaml,pnpm-workspace.yaml,yarn.lock,bun.lock,bun.lockb,deno.json,deno.lock}',
      '**/{requirements*.txt,pyproject.toml,setup.cfg,pipfile,pipfile.lock,poetry.lock,uv.lock,cargo.toml,cargo.lock,go.mod,go.sum,gemfile,gemfile.lock,composer.json,composer.lock,pom.xml}',
      '**/{tsconfig*.json,jsconfig*.json,biome.json,biome.jsonc,turbo.json,nx.json,lerna.json,renovate.json}',
      '**/*.config.*',
      '**/{dockerfile,containerfile}*',
      '**/*.dockerfile',
      '**/{docker-compose,compose}*.{yml,yaml}',
      '**/{makefile,gnumakefile,justfile,rakefile,procfile,vagrantfile,jenkinsfile,cmakelists.txt}',
      '**/*.{yml,yaml,toml,ini,cfg,conf,properties,env,tf,tfvars,nix,gradle,mk,cmake}',
      '**/.env*',
      '**/.*rc',
      '**/.*rc.{js,cjs,mjs,json,yml,yaml}',
      '**/.*{ignore,attributes}',
      '**/.{editorconfig,gitmodules,tool-versions,nvmrc,node-version,python-version}',
    ],
  },
]

const MATCHERS = CLASSIFICATION.map(({ category, patterns }) => ({
  category,
  matches: picomatch([...patterns], { dot: true, nocase: true }),
}))

/** The category of a repository-relative path. */
export function classifyPath(path: string): ChangeCategory {
  return MATCHERS.find(({ matches }) => matches(path))?.category ?? 'Feature'
}
