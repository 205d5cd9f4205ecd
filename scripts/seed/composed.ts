import type { ContactRow, Template } from '@parley/contract/types';
import { apiCall } from '../api-call.ts';

type Session = { token: string };
type Templates = { data: Template[] };
type Contacts = { data: ContactRow[] };

/** Customers who opted in at the shop. */
const promised = [
  { to: '+447700900631', name: 'Priya', surname: 'Nair', order: 'K-1042' },
  { to: '+447700900632', name: 'Gwen', surname: 'Pritchard', order: 'K-1043' },
  { to: '+447700900633', name: 'Tunde', surname: 'Adeyemi', order: 'K-1047' },
];
const greeted = { to: '+447700900634', name: 'Marta', surname: 'Silva' };

/** First messages that the team began in Compose: three together, and one to another contact. */
export async function seedComposed(
  url: string,
  channelId: string,
  team: Record<'dana' | 'omar', Session>,
): Promise<void> {
  const { data } = await apiCall<Templates>(url, 'GET', '/api/templates?status=ACTIVE', undefined, team.dana.token);
  const named = (wanted: string) => data.find(({ name, language }) => name === wanted && language === 'en_US')?.id;
  const text = (value: string) => ({ type: 'text', text: value });
  const ready = promised.map(({ to, name, order }) => ({
    to,
    type: 'template',
    template: {
      id: named('order_ready'),
      components: [
        { type: 'body', parameters: [text(name), text(order)] },
        { type: 'button', sub_type: 'url', index: '0', parameters: [text(order)] },
      ],
    },
  }));
  const greeting = [{ to: greeted.to, type: 'template', template: { id: named('hello_world') } }];
  const compose = (messages: object[], { token }: Session) =>
    apiCall(url, 'POST', '/api/compose', { channel_id: channelId, messages }, token);
  await compose(ready, team.dana);
  await compose(greeting, team.omar);
  for (const { to, name, surname } of [...promised, greeted]) {
    const { data } = await apiCall<Contacts>(
      url,
      'GET',
      `/api/contacts?search=${to.slice(1)}`,
      undefined,
      team.dana.token,
    );
    const id = data[0]?.id;
    if (id !== undefined)
      await apiCall(url, 'PUT', `/api/contacts/${id}`, { name: `${name} ${surname}` }, team.dana.token);
  }
}
