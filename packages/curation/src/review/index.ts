// The review of curated datasets, beyond the rules for every dataset. A service serves a dataset that fails it;
// `check-data` and the tests make sure that ours pass.
export { reviewQuestions } from './review-questions.ts'
