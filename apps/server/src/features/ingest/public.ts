export { assignByRule } from './apply/assign-opened.ts';
export { lockIngest } from './raw/lock-ingest-repo.ts';
export { listMatchingEvents, listPartitions, rewriteRawEvent } from './raw/redact-events-repo.ts';
