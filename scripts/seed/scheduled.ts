import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { apiCall } from '../api-call.ts';

const hourMs = 3_600_000;

/** Replies that were written ahead: one for later today, and one for when the customer writes again. */
const replies = [
  { to: 'Amara Okafor', body: 'We close at 17:30 today. Your wheel is ready when you are.', inHours: 4 },
  { to: 'Pete Rowbotham', body: 'Your frame bag is here. We keep it for you until Saturday.', inHours: null },
] as const;

/** @throws Error when a customer has no conversation */
export async function seedScheduled(
  url: string,
  owner: pg.ClientBase | pg.Pool,
  { clientId, channelId, token }: { clientId: string; channelId: string; token: string },
): Promise<void> {
  for (const { to, body, inHours } of replies) {
    const { rows } = await owner.query<{ id: string }>(
      `select t.id from threads t join contacts c on c.client_id = t.client_id and c.id = t.contact_id
       where t.client_id = $1 and c.name = $2`,
      [clientId, to],
    );
    const [thread] = rows;
    if (thread === undefined) throw new Error(`${to} has no conversation`);
    const sendAt = inHours === null ? 'reply' : new Date(Date.now() + inHours * hourMs).toISOString();
    const message = {
      id: randomUUID(),
      channel_id: channelId,
      thread_id: thread.id,
      source: 'INBOX',
      type: 'text',
      text: { body },
      send_at: sendAt,
    };
    await apiCall(url, 'POST', '/api/messages', message, token);
  }
}
