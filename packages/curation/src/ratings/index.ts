// What readers found about the curated questions, and what the questions are about. It is kept beside the datasets, because
// no client needs it.
export { difficultyOf } from './difficulty.ts'
export { formatBalance } from './format-balance.ts'
export { type Rating, type Ratings, RatingsError, readAllRatings, readRatings } from './read-ratings.ts'
export { reviewRatings } from './review-ratings.ts'
