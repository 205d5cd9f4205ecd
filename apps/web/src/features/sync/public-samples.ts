export { createMemoryCache } from './data/memory-cache.ts';
export { buildMessage, buildThread } from './data/sample-rows.ts';
