import pg from 'pg';

// Versions, counters and positions stay far below 2^53; anything larger is a bug that must surface.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of range: ${text}`);
  return value;
});

/** One SQL statement with its name; named statements are parsed once per connection. */
export type Statement = { readonly name: string; readonly text: string };

const names = new Map<string, string>();

/**
 * Declares a statement. Values are always parameters.
 * @throws when another text already has the name: a connection would silently run the first
 */
export function statement(name: string, text: string): Statement {
  const known = names.get(name);
  if (known !== undefined && known !== text) throw new Error(`two statements are named ${name}`);
  names.set(name, text);
  return Object.freeze({ name, text });
}

/** The same statement, planned at every use: for tables that may have been empty a moment ago. */
export const replanned = ({ text }: Statement): Statement => ({ name: '', text });

/** Every statement declared so far, for the plan tests. */
export function declaredStatements(): ReadonlyMap<string, string> {
  return names;
}

/** The interface of repositories: runs a statement inside its transaction. */
export type Executor = {
  /** Rows in the driver's types: timestamps as Date, bigint as number. */
  rows<R>(statement: Statement, values?: readonly unknown[]): Promise<R[]>;
  /** Number of rows written. */
  run(statement: Statement, values?: readonly unknown[]): Promise<number>;
};

/** An open transaction. */
export type Transaction = Executor & {
  /**
   * For the last statement: COMMIT is sent right after it, which saves a round trip and keeps locks no longer than
   * needed. Any statement after it is an error. The caller handles the result after the commit, so that must not fail
   * for a reason that should have prevented writing.
   */
  readonly final: Executor;
};

/** The transaction of one account. */
export type TenantTx = Transaction & { readonly clientId: string };
