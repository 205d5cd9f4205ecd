import { type Executor, statement } from '../db/sql.ts';

const insert = statement(
  'mail.insert_email',
  `insert into email_outbox (id, kind, recipient, subject, body_enc, expires_at, client_id)
   values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6), $7) on conflict (id) do nothing`,
);

/** An id that is already there inserts nothing. */
export async function insertEmail(
  tx: Executor,
  email: {
    id: string;
    kind: string;
    recipient: string;
    subject: string;
    bodyEnc: Buffer;
    lifeS: number;
    clientId: string | null;
  },
): Promise<void> {
  const { id, kind, recipient, subject, bodyEnc, lifeS, clientId } = email;
  await tx.run(insert, [id, kind, recipient, subject, bodyEnc, lifeS, clientId]);
}

export type ClaimedEmail = {
  id: string;
  recipient: string;
  subject: string;
  body_enc: Buffer;
  attempts: number;
};

/** Seconds after which the emails of a worker that crashed are claimed again. */
export const claimedForS = 120;

const claim = statement(
  'mail.claim_emails',
  `update email_outbox set attempts = attempts + 1, next_try_at = now() + make_interval(secs => $2)
   where id in (
     select id from email_outbox where state = 'waiting' and next_try_at <= now() and expires_at > now()
     order by next_try_at, id limit $1 for update skip locked
   )
   returning id, recipient, subject, body_enc, attempts`,
);

/** Claims emails that are due; no other worker gets them for `claimedForS`. */
export function claimEmails(tx: Executor, limit: number): Promise<ClaimedEmail[]> {
  return tx.rows<ClaimedEmail>(claim, [limit, claimedForS]);
}

// In the statement that ends an email, so that each counts once. The account may have been closed meanwhile.
const countEnded = `insert into email_hours as h (client_id, hour, sent, failed)
   select c.id, date_trunc('hour', now(), 'UTC'), sum(e.sent), sum(e.failed)
   from ended e join platform_accounts c on c.id = e.client_id group by c.id
   on conflict (client_id, hour) do update set sent = h.sent + excluded.sent, failed = h.failed + excluded.failed`;

const sent = statement(
  'mail.mark_sent',
  `with ended as (
     update email_outbox set state = 'sent', sent_at = now(), body_enc = null, last_error = null
     where id = $1 and state = 'waiting' returning client_id, 1 as sent, 0 as failed)
   ${countEnded}`,
);

export async function markEmailSent(tx: Executor, id: string): Promise<void> {
  await tx.run(sent, [id]);
}

const failed = statement(
  'mail.mark_failed',
  `with tried as (
     update email_outbox set state = case when $3::int is null then 'failed' else 'waiting' end, last_error = $2,
       next_try_at = now() + make_interval(secs => coalesce($3, 0))
     where id = $1 and state = 'waiting' returning client_id, state),
   ended as (select client_id, 0 as sent, 1 as failed from tried where state = 'failed')
   ${countEnded}`,
);

/** @param retryAfterS null: never */
export async function markEmailFailed(
  tx: Executor,
  id: string,
  error: string,
  retryAfterS: number | null,
): Promise<void> {
  await tx.run(failed, [id, error, retryAfterS]);
}

const nextDue = statement(
  'mail.find_next_due',
  `select greatest(0, ceil(extract(epoch from min(next_try_at) - now()) * 1000))::int as wait_ms
   from email_outbox where state = 'waiting' and expires_at > now()`,
);

/** Milliseconds until the next email is due; null when none waits. */
export async function nextEmailInMs(tx: Executor): Promise<number | null> {
  const [row] = await tx.rows<{ wait_ms: number | null }>(nextDue);
  return row?.wait_ms ?? null;
}

export type EmailState = 'waiting' | 'sent' | 'failed';

const states = statement('mail.list_states', 'select id, state, sent_at from email_outbox where id = any($1)');

/** The states of emails, by id; expired emails are unknown. */
export async function listEmailStates(tx: Executor, ids: readonly string[]): Promise<Map<string, EmailState>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.rows<{ id: string; state: EmailState }>(states, [ids]);
  return new Map(rows.map((row) => [row.id, row.state]));
}

const purge = statement(
  'mail.delete_expired',
  `with gone as (
     delete from email_outbox where ctid = any(array(
       select ctid from email_outbox where expires_at < now() - interval '1 hour' order by expires_at limit 5000))
     returning client_id, state),
   ended as (select client_id, 0 as sent, 1 as failed from gone where state = 'waiting'),
   counted as (${countEnded})
   select count(*)::int as n from gone`,
);

/** Deletes expired emails; those that were never sent count as failed. @returns their number */
export async function deleteExpiredEmails(tx: Executor): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(purge);
  return row?.n ?? 0;
}

const purgeHours = statement(
  'mail.delete_expired_hours',
  `delete from email_hours where hour < now() - interval '2 days'`,
);

export function deleteExpiredEmailHours(tx: Executor): Promise<number> {
  return tx.run(purgeHours);
}

const day = statement(
  'mail.count_emails_of_day',
  `select coalesce(sum(h.sent), 0)::int as sent, coalesce(sum(h.failed), 0)::int as failed,
     (select count(*)::int from email_outbox e
       where e.client_id = $1 and e.state = 'waiting' and e.last_error is not null and e.expires_at > now()) as retrying
   from email_hours h where h.client_id = $1 and h.hour > date_trunc('hour', now(), 'UTC') - interval '24 hours'`,
);

export type EmailsOfDay = { sent: number; failed: number; retrying: number };

/** Emails of one account in the last 24 hours. @param tx of the system role; accounts cannot see the outbox */
export async function countEmailsOfDay(tx: Executor, clientId: string): Promise<EmailsOfDay> {
  const [row] = await tx.rows<EmailsOfDay>(day, [clientId]);
  return row ?? { sent: 0, failed: 0, retrying: 0 };
}

export type OperatorEmail = {
  id: string;
  kind: string;
  recipient: string;
  subject: string;
  body_enc: Buffer | null;
  state: EmailState;
  attempts: number;
  last_error: string | null;
  created_at: Date;
  expires_at: Date;
};

const forOperator = statement(
  'mail.list_for_operator',
  `select id, kind, recipient, subject, body_enc, state, attempts, last_error, created_at, expires_at
   from email_outbox where expires_at > now() order by created_at desc, id desc limit $1`,
);

/**
 * The latest emails with their sealed bodies, newest first: they contain sign-in links of all users, so only the
 * operator may read them.
 */
export function listEmailsForOperator(tx: Executor, limit: number): Promise<OperatorEmail[]> {
  return tx.rows<OperatorEmail>(forOperator, [limit]);
}

const restored = statement(
  'mail.end_restored',
  `update email_outbox set state = 'failed',
     last_error = 'It waited when the backup was made that this installation was restored from, and may have been sent since.'
   where state = 'waiting'`,
);

/** After a restore from a backup: waiting emails may have been sent since, so they are not sent again. */
export async function settleRestoredEmails(tx: Executor): Promise<void> {
  await tx.run(restored);
}
