export { resealAiKeys } from './api-key.ts';
export { askIntent, findIntentProblem, reserveIntent } from './intent.ts';
export type { Reserved } from './spend.ts';
export { transcribeArrived } from './transcripts/enqueue.ts';
