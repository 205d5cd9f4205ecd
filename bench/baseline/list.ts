/**
 * The baseline of a list: one statement that reads the newest conversations with their contact and last message, sent as
 * JSON. No sign-in, no permissions, no tenancy, no validation.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
client.on('error', (error) => console.error(error.message));
await client.connect();
const values = [process.env['CLIENT_ID'], Number(process.env['LIMIT'])];
const text = `select t.id, t.state, t.channel_id, t.assignee_id, t.assignee_group_id, t.window_expires_at, t.last_message_at,
    t.version, c.id as contact_id, c.name, c.phone_number, m.id as message_id, m.direction, m.type, m.status, m.created_by,
    left(m.content ->> 'body', 200) as preview
  from (
    select * from threads where client_id = $1 and state = 'ACTIVE'
    order by last_message_at desc nulls last, id desc limit $2
  ) t
  join contacts c on c.client_id = t.client_id and c.id = t.contact_id
  left join messages m on m.client_id = t.client_id and m.id = t.last_message_id
  order by t.last_message_at desc, t.id desc`;

const server = createServer({ keepAliveTimeout: 65_000 }, (_request, response) => {
  client.query({ name: 'list', text, values }).then(
    ({ rows }) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data: rows }));
    },
    (error: Error) => response.writeHead(500).end(error.message),
  );
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ type: 'ready', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.on('disconnect', () => process.exit(0));
