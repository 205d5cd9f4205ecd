import type { Database } from './database.ts';

/** One update for the business's webhook. */
export interface Update {
  seq: number;
  account: number;
  /** Webhook field, e.g. `messages`. */
  field: string;
  /** Key of its array, e.g. `statuses`. */
  kind: string;
  /** Escaped JSON of the array's element: ASCII only, so its length is its size in bytes. */
  payload: string;
  /** Escaped JSON of the entry it adds to `contacts`. */
  contact: string | null;
  /** The message row it reports. */
  message: number | null;
  created_ms: number;
  next_try_ms: number;
  /** Failed attempts so far. */
  attempts: number;
}

export type NewUpdate = Omit<Update, 'seq' | 'attempts'>;

/** Updates waiting for a 200. Call the writing ones inside `database.write`. */
export interface OutboxStore {
  insert(update: NewUpdate): void;
  /**
   * Due updates that are not in flight, oldest due first; at most `limit` and `maxBytes`, but at least one. Marks
   * them in flight.
   */
  take(account: number, nowMs: number, limit: number, maxBytes: number): Update[];
  nextTryMs(account: number): number | null;
  finish(updates: Update[]): void;
  /** Requeues them after a failed attempt; null keeps their due time. */
  postpone(updates: Update[], nextTryMs: number | null): void;
  summary(account: number): { waiting: number; attempts: number; nextTryMs: number | null };
  /** Accounts with waiting updates. */
  listAccounts(): number[];
  /** After a restart: nothing is in flight, and waiting updates are sent immediately. */
  restart(nowMs: number): void;
  /** Makes all waiting updates of an account due. */
  hurry(account: number, nowMs: number): void;
  removeAll(account: number): void;
}

/** Prepares the statements. */
export function createOutboxStore({ db }: Database): OutboxStore {
  const insert = db.prepare(`insert into outbox
    (account, field, kind, payload, contact, message, created_ms, next_try_ms) values (?, ?, ?, ?, ?, ?, ?, ?)`);
  const due = db.prepare(`select * from outbox where account = ? and in_flight = 0 and next_try_ms <= ?
    order by next_try_ms, seq limit ?`);
  const mark = db.prepare('update outbox set in_flight = 1 where seq in (select value from json_each(?))');
  const finish = db.prepare('delete from outbox where seq in (select value from json_each(?))');
  const postpone = db.prepare(`update outbox set in_flight = 0, attempts = attempts + 1,
    next_try_ms = coalesce(?, next_try_ms)
    where seq in (select value from json_each(?))`);
  const next = db.prepare('select min(next_try_ms) as next from outbox where account = ? and in_flight = 0');
  const summary = db.prepare(`select count(*) as waiting, coalesce(max(attempts), 0) as attempts,
    min(next_try_ms) as next from outbox where account = ?`);
  const accounts = db.prepare('select distinct account from outbox');
  const restart = db.prepare('update outbox set in_flight = 0, next_try_ms = min(next_try_ms, ?)');
  const hurry = db.prepare('update outbox set next_try_ms = ? where account = ? and next_try_ms > ?');
  const clear = db.prepare('delete from outbox where account = ?');

  return {
    insert({ account, field, kind, payload, contact, message, created_ms, next_try_ms }) {
      insert.run(account, field, kind, payload, contact, message, created_ms, next_try_ms);
    },
    take(account, nowMs, limit, maxBytes) {
      const rows = due.all(account, nowMs, limit) as unknown as Update[];
      let bytes = 0;
      const over = rows.findIndex((row, index) => {
        bytes += row.payload.length + (row.contact?.length ?? 0);
        return index > 0 && bytes > maxBytes;
      });
      const taken = over === -1 ? rows : rows.slice(0, over);
      if (taken.length > 0) mark.run(seqsOf(taken));
      return taken;
    },
    nextTryMs: (account) => toNumber(next.get(account)?.next),
    finish(updates) {
      finish.run(seqsOf(updates));
    },
    postpone(updates, nextTryMs) {
      postpone.run(nextTryMs, seqsOf(updates));
    },
    summary(account) {
      const row = summary.get(account);
      return {
        waiting: Number(row?.waiting),
        attempts: Number(row?.attempts),
        nextTryMs: toNumber(row?.next),
      };
    },
    listAccounts: () => accounts.all().map((row) => Number(row.account)),
    restart(nowMs) {
      restart.run(nowMs);
    },
    hurry(account, nowMs) {
      hurry.run(nowMs, account, nowMs);
    },
    removeAll(account) {
      clear.run(account);
    },
  };
}

const seqsOf = (updates: Update[]) => JSON.stringify(updates.map((update) => update.seq));
const toNumber = (value: unknown) => (typeof value === 'number' ? value : null);
