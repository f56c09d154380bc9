// Reviews curated datasets. The rules of the review are stricter than those for loading a dataset, and no
// service applies them. `questions check` and the tests apply them to the datasets of this project.
export { type ReviewDiagnostic, reviewQuestions } from './review-questions.ts'
export { reviewSetting } from './review-setting.ts'
