export { resealAiKeys } from './api-key.ts';
