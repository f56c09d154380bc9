// The classification table. The order of the rows matters: the first row that matches a path decides its category.
// docs/classification.md shows the same table, and the conflicts that the order resolves; a test compares the two.
import type { ChangeCategory } from './change.ts'

/** One row. A path that matches one of its patterns, and no earlier row, has its category. */
export interface ClassificationRow {
  readonly category: ChangeCategory
  /** What the row is for, as the documentation shows it. */
  readonly about: string
  /** Glob patterns of picomatch, matched against the whole path. */
  readonly patterns: readonly string[]
}

/** The rows, in order of precedence. Patterns ignore case; `**` crosses folders, and wildcards match leading dots. */
export const CLASSIFICATION: readonly ClassificationRow[] = [
  {
    // First, because tests and their data may have the names and formats of any other category. A folder called
    // `spec` does not make a test, since specifications use that name too.
    category: 'Tests',
    about: 'tests and benchmarks, their data, and the settings of what runs them',
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
    // Before Documentation and Configuration, because these files have the same formats.
    category: 'Security',
    about: 'policies, keys, certificates, and what watches over the repository',
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
    // Names such as HISTORY count without an extension or with `.txt`: history.ts and license-check.js are code.
    category: 'Documentation',
    about: 'texts for people, and what makes pages of them',
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
    // Before the second row of Security: packages/auth/package.json is Configuration.
    category: 'Configuration',
    about: 'dependencies, builds, containers and the tools of developers',
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
    about: 'code and settings that guard: who may come in, who may do what, and secrets',
    patterns: [
      '**/{security,auth,oauth,authentication,authorization,crypto,permissions}/**',
      '**/{security,auth,oauth,authentication,authorization,crypto,permissions}.*',
    ],
  },
  {
    // Everything in a folder called config counts, data and code alike, as with docs and auth.
    category: 'Configuration',
    about: 'settings, by folder, name or format',
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
