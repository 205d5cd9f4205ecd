export const historyLimits = {
  /** Of a file; of all unfinished files of an account together. */
  bytes: 2_147_483_648,
  partBytes: 8_388_608,
  /** Conversations of a trial. */
  trialThreads: 100,
  /** Of an import from another tool: messages and what was left out. */
  sourceRows: 10_000_000,
  /** Skipped things that are listed with their reason; all are counted. */
  listedSkips: 1_000,
} as const;
