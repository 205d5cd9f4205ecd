import pg from 'pg';

/** The statements that transactions send, by the connections that they have to themselves. */
export type SentStatements = {
  /** The fewest statements, BEGIN and COMMIT included, of those transactions that sent the named one. */
  around(name: string): number;
  stop(): void;
};

/** Listens to the driver: what it is asked to send is what the database gets. */
export function listenToStatements(): SentStatements {
  const send = pg.Client.prototype.query;
  const open = new WeakMap<pg.Client, string[]>();
  const done: string[][] = [];
  pg.Client.prototype.query = function listening(this: pg.Client, ...given: unknown[]) {
    const [what] = given as [string | { name?: string; text: string }];
    const name = typeof what === 'string' ? what : (what.name ?? what.text);
    if (name.startsWith('BEGIN')) open.set(this, []);
    open.get(this)?.push(name);
    if (name === 'COMMIT') {
      done.push(open.get(this) ?? []);
      open.delete(this);
    }
    return Reflect.apply(send, this, given);
  } as typeof send;
  return {
    around: (name) => Math.min(...done.filter((names) => names.includes(name)).map((names) => names.length)),
    stop() {
      pg.Client.prototype.query = send;
    },
  };
}
