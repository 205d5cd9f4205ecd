import type { Database } from './database.ts';

/** Contacts messaged outside of their windows, and when last. Call the writing ones inside `database.write`. */
export interface ReachedStore {
  note(account: number, phone: string, atMs: number): void;
  /** Contacts reached since, except one. */
  countSince(account: number, sinceMs: number, except: string): number;
  removeAll(account: number): void;
}

/** Prepares the statements. */
export function createReachedStore({ db }: Database): ReachedStore {
  const note = db.prepare(`insert into reached (account, phone, at_ms) values (?, ?, ?)
    on conflict (account, phone) do update set at_ms = excluded.at_ms`);
  const count = db.prepare('select count(*) as people from reached where account = ? and at_ms > ? and phone <> ?');
  const clear = db.prepare('delete from reached where account = ?');
  return {
    note(account, phone, atMs) {
      note.run(account, phone, atMs);
    },
    countSince: (account, sinceMs, except) => Number(count.get(account, sinceMs, except)?.people),
    removeAll(account) {
      clear.run(account);
    },
  };
}
