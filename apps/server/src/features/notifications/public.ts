export { summarizePush } from './summary-query.ts';
