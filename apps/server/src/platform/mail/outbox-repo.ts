import { type Executor, statement } from '../db/sql.ts';

const insert = statement(
  'mail.insert',
  `insert into email_outbox (id, kind, recipient, subject, body_enc, expires_at)
   values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
);

export async function insertLetter(
  tx: Executor,
  letter: { id: string; kind: string; recipient: string; subject: string; bodyEnc: Buffer; lifeS: number },
): Promise<void> {
  const { id, kind, recipient, subject, bodyEnc, lifeS } = letter;
  await tx.run(insert, [id, kind, recipient, subject, bodyEnc, lifeS]);
}

export type ClaimedLetter = {
  id: string;
  recipient: string;
  subject: string;
  body_enc: Buffer;
  attempts: number;
};

// A worker that dies with a letter in hand gives it back by letting this time pass.
const claim = statement(
  'mail.claim',
  `update email_outbox set attempts = attempts + 1, next_try_at = now() + interval '2 minutes'
   where id in (
     select id from email_outbox where state = 'waiting' and next_try_at <= now() and expires_at > now()
     order by next_try_at, id limit $1 for update skip locked
   )
   returning id, recipient, subject, body_enc, attempts`,
);

/** Takes letters that are due; no other worker gets them for two minutes. */
export function claimLetters(tx: Executor, limit: number): Promise<ClaimedLetter[]> {
  return tx.rows<ClaimedLetter>(claim, [limit]);
}

const sent = statement(
  'mail.sent',
  `update email_outbox set state = 'sent', sent_at = now(), body_enc = null, last_error = null where id = $1`,
);

export async function markLetterSent(tx: Executor, id: string): Promise<void> {
  await tx.run(sent, [id]);
}

const failed = statement(
  'mail.failed',
  `update email_outbox set state = case when $3::int is null then 'failed' else 'waiting' end, last_error = $2,
     next_try_at = now() + make_interval(secs => coalesce($3, 0))
   where id = $1`,
);

/** @param retryAfterS null: never again */
export async function markLetterFailed(
  tx: Executor,
  id: string,
  error: string,
  retryAfterS: number | null,
): Promise<void> {
  await tx.run(failed, [id, error, retryAfterS]);
}

const nextDue = statement(
  'mail.next-due',
  `select greatest(0, ceil(extract(epoch from min(next_try_at) - now()) * 1000))::int as wait_ms
   from email_outbox where state = 'waiting' and expires_at > now()`,
);

/** Milliseconds until the next letter is due; null when none waits. */
export async function nextLetterInMs(tx: Executor): Promise<number | null> {
  const [row] = await tx.rows<{ wait_ms: number | null }>(nextDue);
  return row?.wait_ms ?? null;
}

export type LetterState = 'waiting' | 'sent' | 'failed';

const states = statement('mail.states', 'select id, state, sent_at from email_outbox where id = any($1)');

/** What became of letters, by id; letters past their end are not known any more. */
export async function listLetterStates(tx: Executor, ids: readonly string[]): Promise<Map<string, LetterState>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.rows<{ id: string; state: LetterState }>(states, [ids]);
  return new Map(rows.map((row) => [row.id, row.state]));
}

const purge = statement('mail.purge', `delete from email_outbox where expires_at < now() - interval '1 hour'`);

/** Letters whose content is worthless. @returns how many */
export function deleteExpiredLetters(tx: Executor): Promise<number> {
  return tx.run(purge);
}

export type OperatorLetter = {
  id: string;
  kind: string;
  recipient: string;
  subject: string;
  body_enc: Buffer | null;
  state: LetterState;
  attempts: number;
  last_error: string | null;
  created_at: Date;
  expires_at: Date;
};

const forOperator = statement(
  'mail.for-operator',
  `select id, kind, recipient, subject, body_enc, state, attempts, last_error, created_at, expires_at
   from email_outbox where expires_at > now() order by created_at desc, id desc limit $1`,
);

/** The latest letters with their sealed bodies, newest first: keys to accounts of everybody, for the operator alone. */
export function listLettersForOperator(tx: Executor, limit: number): Promise<OperatorLetter[]> {
  return tx.rows<OperatorLetter>(forOperator, [limit]);
}

const restored = statement(
  'mail.restored',
  `update email_outbox set state = 'failed',
     last_error = 'It waited when the backup was made that this installation was restored from, and may have been sent since.'
   where state = 'waiting'`,
);

/** After a restore from a backup: letters that waited may have been sent since; nobody gets one twice. */
export async function settleRestoredLetters(tx: Executor): Promise<void> {
  await tx.run(restored);
}
