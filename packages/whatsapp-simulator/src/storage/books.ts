import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { additions, schema, schemaVersion } from './schema.ts';

/** Positions are reserved in blocks, in the transaction that first uses one, so that none is ever given out twice. */
const changeBlock = 10_000;

/** How long a start waits for the process before it, which may still be ending, to let go of the file. */
const handOverMs = 4000;

/** The open database with its group commit. */
export interface Books {
  readonly db: DatabaseSync;
  /**
   * Runs `act` inside the transaction of this turn of the event loop, opening it when there is none. All acts of a turn
   * are committed together; an act that throws is undone alone.
   */
  write<T>(act: () => T): T;
  /** Resolves once everything written so far is in the file; at once when nothing waits. Rejects when it could not be written. */
  committed(): Promise<void>;
  /** Runs after the present group is committed, at once when nothing waits. */
  afterCommit(run: () => void): void;
  /** The next position of the change order: ever rising, with gaps. Only inside `write`. */
  nextChange(): number;
  /** Commits what waits and closes the file. */
  close(): void;
}

/**
 * Opens or creates the books.
 * @param file path of the database, null for books in memory
 * @param onFatal told once when a group could not be committed; nothing of it was answered
 * @throws Error in plain words when the file is in use, is no database, or comes from another version
 */
export function openBooks(file: string | null, onFatal: (error: Error) => void): Books {
  const db = openDatabase(file);
  const raise = db.prepare("update meta set value = ? where name = 'change'");
  let change = Number(db.prepare("select value from meta where name = 'change'").get()?.value ?? 0);
  let reserved = change;
  const group = createGroup(db, onFatal, () => {
    if (change <= reserved) return;
    reserved = change + changeBlock;
    raise.run(reserved);
  });

  return {
    db,
    write: group.write,
    committed: group.committed,
    afterCommit: group.afterCommit,
    nextChange: () => ++change,
    close() {
      group.commit();
      db.close();
    },
  };
}

function openDatabase(file: string | null): DatabaseSync {
  let db: DatabaseSync | null = null;
  try {
    if (file !== null) mkdirSync(dirname(file), { recursive: true });
    db = new DatabaseSync(file ?? ':memory:', { timeout: handOverMs });
    // Exclusive: two simulators on one file would both send its webhooks. NORMAL keeps every commit through a kill of
    // this process; only a power cut may take the last ones.
    db.exec(`
      pragma locking_mode = exclusive;
      pragma journal_mode = wal;
      pragma synchronous = normal;
      pragma temp_store = memory;
      pragma cache_size = -8000;
    `);
    const version = Number(db.prepare('pragma user_version').get()?.user_version);
    if (version !== 0 && version !== schemaVersion) {
      throw new Error(`was written by another version of the simulator (${version}, not ${schemaVersion})`);
    }
    if (version === 0) {
      db.exec(`begin immediate; ${schema}; insert into meta values ('change', 0);
        pragma user_version = ${schemaVersion}; commit`);
    }
    db.exec(additions);
    return db;
  } catch (cause) {
    db?.close();
    const reason = cause instanceof Error ? cause.message : String(cause);
    const words = reason.includes('locked') ? 'is in use by another simulator' : reason;
    throw new Error(`the books in ${file ?? 'memory'}: ${words}`, { cause });
  }
}

type Group = Pick<Books, 'write' | 'committed' | 'afterCommit'> & { commit(): void };

/** Commits once per turn of the event loop: a request's answer waits for the commit, the commit for no timer. */
function createGroup(db: DatabaseSync, onFatal: (error: Error) => void, beforeCommit: () => void): Group {
  const begin = db.prepare('begin immediate');
  const end = db.prepare('commit');
  const mark = db.prepare('savepoint act');
  const keep = db.prepare('release act');
  const undo = db.prepare('rollback to act');
  let open: PromiseWithResolvers<void> | null = null;
  let followers: (() => void)[] = [];
  let broken: Error | null = null;

  function commit(): void {
    const done = open;
    if (!done) return;
    open = null;
    const run = followers;
    followers = [];
    try {
      beforeCommit();
      end.run();
    } catch (cause) {
      broken = new Error('The books could not be written', { cause });
      done.reject(broken);
      onFatal(broken);
      return;
    }
    done.resolve();
    for (const follow of run) follow();
  }

  return {
    commit,
    write(act) {
      if (broken) throw broken;
      if (!open) {
        begin.run();
        open = Promise.withResolvers<void>();
        // Nobody may be waiting when a commit fails; onFatal tells it then.
        open.promise.catch(() => undefined);
        setImmediate(commit);
      }
      mark.run();
      try {
        const result = act();
        keep.run();
        return result;
      } catch (error) {
        // A full disk rolls the whole transaction back by itself; then there is no mark left and commit will say so.
        if (db.isTransaction) {
          undo.run();
          keep.run();
        }
        throw error;
      }
    },
    committed: () => open?.promise ?? (broken ? Promise.reject(broken) : Promise.resolve()),
    afterCommit(run) {
      if (open) followers.push(run);
      else run();
    },
  };
}
