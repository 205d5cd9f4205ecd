export { putAnswer } from './put-answer-query-repo.ts';
export { isRatingAnswer, ratingFlag, scoreOfChoice } from './rating-answer.ts';
