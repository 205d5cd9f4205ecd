import { queryAsOwner } from './inbox.ts';
import { until, type World } from './world.ts';

const tables = ['contacts', 'contact_identities', 'threads', 'messages', 'triggers', 'changes', 'changes_new'];

/**
 * Queries for the rows that sends create.
 * @param worldOf the world of the test file, which exists only once its tests run
 */
export function sendQueries(worldOf: () => World) {
  const sql = <R extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAsOwner<R>(worldOf().server.owner, text, values);
  const count = async (from: string, values: unknown[] = []) =>
    (await sql<{ n: number }>(`select count(*)::int as n from ${from}`, values))[0]?.n ?? -1;
  return {
    sql,
    /** The number of rows. @param from a table with an optional `where …` */
    count,
    /** A channel of the open adapter has no reply window: only there may a text be the first message. */
    openAdapter: (id: string) =>
      sql(
        "update channels set kind = 'SESSION', adapter_url = 'https://adapter.example', state = 'PAUSED' where id = $1",
        [id],
      ),
    /** A send without the typed client, for invalid requests. */
    post: (body: unknown, headers: Record<string, string> = {}) =>
      fetch(`${worldOf().server.url}/api/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${worldOf().token}`, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    /** The number of rows in each table that a send writes to, once every change has its position. */
    rowsNow: async () => {
      await until(async () => (await count('changes_new')) === 0);
      return Promise.all(tables.map((table) => count(table)));
    },
  };
}
