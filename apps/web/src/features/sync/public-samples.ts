/** Rows and storage for galleries and tests; apart from public.ts, whose code every start loads. */

export { createMemoryCache } from './data/memory-cache.ts';
export { buildMessage, buildThread } from './data/sample-rows.ts';
