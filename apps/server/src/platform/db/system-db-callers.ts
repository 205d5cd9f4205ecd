/**
 * Who may use the role that sees every account, and why a single account's view is not enough:
 * - apply: one transaction understands deliveries of many accounts
 * - broadcasts: finds those of all accounts that are due or under way
 * - dispatcher: claims channels of all accounts
 * - erasure: raw deliveries belong to no account’s role, and a person is erased from them too
 * - feed: reads positions of many accounts at once
 * - identity: sign-in happens before an account is chosen
 * - intake: a webhook is stored before its account is known
 * - accounts: a new account does not exist yet while it is made; a logo is found by its address
 * - jobs: takes turns between accounts
 * - keys: calls of programs of all accounts are counted in one statement
 * - mail: letters carry links of everybody and belong to no account
 * - outcomes: one transaction writes what became of messages of many accounts
 * - people: invitations are found by their link or the person's address, before an account is chosen
 * - sequencer: gives positions to changes of all accounts
 * - upkeep: partitions and expired rows
 */
export const systemCallers = [
  'accounts',
  'apply',
  'broadcasts',
  'dispatcher',
  'erasure',
  'feed',
  'identity',
  'intake',
  'jobs',
  'keys',
  'mail',
  'outcomes',
  'people',
  'sequencer',
  'upkeep',
] as const;
export type SystemCaller = (typeof systemCallers)[number];
