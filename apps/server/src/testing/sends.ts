import { ask } from './inbox.ts';
import { until, type World } from './world.ts';

const tables = ['contacts', 'contact_identities', 'threads', 'messages', 'triggers', 'changes', 'changes_new'];

/** Looking at what sends leave in the database. @param worldOf the world of the test file, which is there once its tests run */
export function sendTools(worldOf: () => World) {
  const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    ask<R>(worldOf().server.owner, text, values);
  const count = async (from: string, values: unknown[] = []) =>
    (await sql<{ n: number }>(`select count(*)::int as n from ${from}`, values))[0]?.n ?? -1;
  return {
    sql,
    /** How many rows there are. @param from a table, and `where …` behind it */
    count,
    /** A channel of the open adapter has no reply window: only on such may a text be the first word. */
    openAdapter: (id: string) =>
      sql(
        "update channels set kind = 'SESSION', adapter_url = 'https://adapter.example', state = 'PAUSED' where id = $1",
        [id],
      ),
    /** A send past the typed client, for what it would not let through. */
    post: (body: unknown, headers: Record<string, string> = {}) =>
      fetch(`${worldOf().server.url}/api/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${worldOf().token}`, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    /** How many rows each table has that a send writes to, once every change has its position. */
    rowsNow: async () => {
      await until(async () => (await count('changes_new')) === 0);
      return Promise.all(tables.map((table) => count(table)));
    },
  };
}
