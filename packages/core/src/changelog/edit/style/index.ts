// Derives the style of new lines from the file: bullets, blank lines, headings, and the form of versions and dates.
export * from './headings.ts'
export * from './layout.ts'
export * from './versions.ts'
