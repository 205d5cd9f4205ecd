export { revokeKeysOf } from './api-key-repo.ts';
export { countSignInsOfDay } from './audit-repo.ts';
export { exportContents } from './export/export-contents.ts';
export { forgetAccountExports } from './export/export-repo.ts';
export { exportedTables, numberedColumns } from './export/exported-tables-query.ts';
export { createFileLoader } from './export/load-files.ts';
export { readmeOf } from './export/readme.ts';
export { summarizeKeys } from './key-requests-repo.ts';
export { pushUserId } from './push-user.ts';
