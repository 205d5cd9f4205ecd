import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { additions, schema, schemaVersion } from './schema.ts';

/** Positions are reserved in blocks, in the transaction that first uses one, so that none is ever used twice. */
const changeBlock = 10_000;

/** How long a start waits for a stopping predecessor to release the file. */
const yieldMs = 4000;

/** The open database with its group commit. */
export interface Database {
  readonly db: DatabaseSync;
  /**
   * Runs `run` inside the transaction of this event loop tick, opening it when there is none. All writes of a tick
   * are committed together; a write that throws is rolled back alone.
   */
  write<T>(run: () => T): T;
  /**
   * Resolves once everything written so far is in the file; immediately when nothing waits. Rejects when it could not
   * be written.
   */
  committed(): Promise<void>;
  /** Runs after the current group is committed, immediately when nothing waits. */
  afterCommit(run: () => void): void;
  /** The next position of the change order: always rising, with gaps. Only inside `write`. */
  nextChange(): number;
  /** Commits waiting writes and closes the file. */
  close(): void;
}

/**
 * Opens or creates the database.
 * @param file path of the database, null for database in memory
 * @param onFatal called once when a group could not be committed; none of it was answered
 * @throws Error with a readable message when the file is in use, is not a database, or comes from another version
 */
export function openStorage(file: string | null, onFatal: (error: Error) => void): Database {
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
    if (file !== null) makePrivate(file);
    db = new DatabaseSync(file ?? ':memory:', { timeout: yieldMs });
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
    throw new Error(`the database in ${file ?? 'memory'}: ${words}`, { cause });
  }
}

/**
 * The file contains tokens and conversations: only its own user may read it. SQLite gives its companion files the
 * same permissions.
 */
function makePrivate(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
  for (const each of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(each)) chmodSync(each, 0o600);
}

type Group = Pick<Database, 'write' | 'committed' | 'afterCommit'> & { commit(): void };

/** Commits once per event loop tick: a request's response waits for the commit, the commit for no timer. */
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
      broken = new Error('The database could not be written', { cause });
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
        // The promise may be unobserved when a commit fails; onFatal reports it then.
        open.promise.catch(() => undefined);
        setImmediate(commit);
      }
      mark.run();
      try {
        const result = act();
        keep.run();
        return result;
      } catch (error) {
        // A full disk rolls the whole transaction back automatically; then there is no savepoint left and commit will
        // fail.
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
