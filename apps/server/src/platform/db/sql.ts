import pg from 'pg';

// Versions, counters and positions stay far below 2^53; anything larger is a mistake that must show.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of range: ${text}`);
  return value;
});

/** One SQL statement with its name; named statements are parsed once a connection. */
export type Statement = { readonly name: string; readonly text: string };

const names = new Map<string, string>();

/**
 * Declares a statement. Values only ever travel as parameters.
 * @throws when another text already carries the name: a connection would silently run the first
 */
export function statement(name: string, text: string): Statement {
  const known = names.get(name);
  if (known !== undefined && known !== text) throw new Error(`two statements are named ${name}`);
  names.set(name, text);
  return Object.freeze({ name, text });
}

/** Every statement declared so far, for the plan tests. */
export function declaredStatements(): ReadonlyMap<string, string> {
  return names;
}

/** What a repository needs: runs a statement inside the transaction it belongs to. */
export type Executor = {
  /** Rows as the driver gives them: timestamps as Date, bigint as number. */
  rows<R>(statement: Statement, values?: readonly unknown[]): Promise<R[]>;
  /** Number of rows written. */
  run(statement: Statement, values?: readonly unknown[]): Promise<number>;
};

/** A running transaction. */
export type Transaction = Executor & {
  /**
   * For the last statement: COMMIT leaves right behind it, which spares a round trip and holds its locks no longer than
   * needed. Any statement after it is an error. What the caller does with the answer happens after the commit: it must
   * not fail for a reason that should have kept the rows from being written.
   */
  readonly final: Executor;
};

/** The transaction of one account. */
export type TenantTx = Transaction & { readonly clientId: string };
