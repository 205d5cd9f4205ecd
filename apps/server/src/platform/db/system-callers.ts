/**
 * The callers of the role that sees every account, each with the reason why one account's view is not enough. A feature
 * adds its own in its `feature.ts`.
 */
export interface SystemCallers {
  /** The session, user and member of a call are found before its account is known. */
  identity: true;
  /** The queue alternates between accounts. */
  jobs: true;
  /** Emails contain links of all users and belong to no account. */
  mail: true;
  /** Partitions, expired rows, statistics of tables, the schedule of backups, and rows sealed with a key that is being replaced. */
  maintenance: true;
  /** A crashed process had leases of many accounts. */
  processes: true;
}

export type SystemCaller = keyof SystemCallers;
