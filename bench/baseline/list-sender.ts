/**
 * A comparison: what a newsletter tool does. It reads its list in batches of a thousand, ten workers call WhatsApp, and
 * a campaign keeps one counter and how far it is. It knows nothing of a single recipient afterwards.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import pg from 'pg';

export type ListOrder = { url: string; phoneNumberId: string; token: string; numbers: readonly string[] };
export type ListResult = { elapsedMs: number; refused: number };

const batch = 1_000;
const workers = 10;
const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
client.on('error', (error) => console.error(error.message));
await client.connect();
await client.query(`
  create table subscribers (id bigint generated always as identity primary key, list int not null, phone text not null);
  create index on subscribers (list, id);
  create table campaigns (id int primary key, sent int not null default 0, last_subscriber bigint not null default 0)`);
let lists = 0;

async function send({ url, phoneNumberId, token, numbers }: ListOrder): Promise<ListResult> {
  const list = ++lists;
  await client.query('insert into subscribers (list, phone) select $1, unnest($2::text[])', [list, numbers]);
  await client.query('insert into campaigns (id) values ($1)', [list]);
  let refused = 0;
  const post = async (phone: string) => {
    const body = { messaging_product: 'whatsapp', to: phone, type: 'template', template };
    const answer = await fetch(`${url}/simulator/v26.0/${phoneNumberId}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await answer.text();
    if (!answer.ok) refused++;
  };
  const began = performance.now();
  for (let last = 0; ; ) {
    const { rows } = await client.query<{ id: number; phone: string }>(
      'select id, phone from subscribers where list = $1 and id > $2 order by id limit $3',
      [list, last, batch],
    );
    if (rows.length === 0) break;
    let next = 0;
    await Promise.all(
      Array.from({ length: workers }, async () => {
        for (let row = rows[next++]; row !== undefined; row = rows[next++]) await post(row.phone);
      }),
    );
    last = Number(rows.at(-1)?.id);
    await client.query('update campaigns set sent = sent + $2, last_subscriber = $3 where id = $1', [
      list,
      rows.length,
      last,
    ]);
  }
  return { elapsedMs: performance.now() - began, refused };
}

const template = { name: 'hello_world', language: { code: 'en_US' } };

const server = createServer(async (request, response) => {
  const result = await send((await json(request)) as ListOrder);
  response.end(JSON.stringify(result));
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ type: 'ready', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.on('disconnect', () => process.exit(0));
