import type { Campaign, ContactList, CreateCampaignBody, Template } from '@parley/contract/types';
import { apiCall } from '../api-call.ts';
import type { Sandbox } from './sandbox.ts';

/** Sandbox contacts who get the shop's broadcasts. */
const sandboxContactCount = 48;
/** Sending, reading and answering to so few takes seconds. */
const timeoutMs = 60_000;

/** Made before the shop's contacts, which are then listed first. */
export async function seedSandboxContacts(url: string, token: string): Promise<void> {
  await apiCall(url, 'POST', '/api/sandbox/people', { from: 0, count: sandboxContactCount }, token);
}

/** One broadcast that was sent, one that is planned, one that recurs and one that is being written, as their pages show them. */
export async function seedBroadcasts(url: string, { channelId, failNext }: Sandbox, token: string): Promise<void> {
  const call = <T>(method: string, path: string, body?: object) => apiCall<T>(url, method, path, body, token);
  const lists = await call<ContactList[]>('GET', '/api/contact-lists');
  const madeUp = lists.filter(({ sandbox_count: count }) => count === sandboxContactCount).map(({ id }) => id);
  const newsletter = lists.filter(({ name }) => name === 'Newsletter').map(({ id }) => id);
  const { data } = await call<{ data: Template[] }>('GET', '/api/templates?status=ACTIVE');
  const templateOf = (name: string) => data.find((one) => one.name === name && one.language === 'en_US')?.id ?? null;
  const make = (parts: Omit<CreateCampaignBody, 'channel_id' | 'area'>) =>
    call<Campaign>('POST', '/api/campaigns', { channel_id: channelId, area: 'BROADCAST_SANDBOX', ...parts });

  const firstName = { field: 'FIRST_NAME', fallback: 'there' };
  const sent = await make({
    name: 'Winter service weeks',
    purpose: 'Fill the workshop in the quiet weeks before the holidays.',
    template_id: templateOf('appointment_reminder'),
    audience: { contact_list_ids: madeUp },
    variables: { 'body.first_name': firstName, 'body.day': { value: 'Friday' } },
  });
  // One number is not on WhatsApp.
  await failNext(131026);
  await call('POST', `/api/campaigns/${sent.id}/start`);
  const planned = await make({
    name: 'Spring offer for the newsletter',
    template_id: templateOf('hello_world'),
    audience: { contact_list_ids: [...madeUp, ...newsletter] },
    variables: {},
    schedule: { at: new Date(Date.now() + 3 * 24 * 3_600_000).toISOString() },
  });
  await call('POST', `/api/campaigns/${planned.id}/start`);
  const recurring = await make({
    name: 'Friday workshop slots',
    template_id: templateOf('hello_world'),
    audience: { contact_list_ids: madeUp },
    variables: {},
    schedule: { repeat: { every: 'week', days: [5], time: '10:00' } },
  });
  await call('POST', `/api/campaigns/${recurring.id}/start`);
  await make({ name: 'Open day', audience: { contact_list_ids: newsletter }, variables: {} });
  await untilSettled(() => call<Campaign>('GET', `/api/campaigns/${sent.id}`));
}

/** Waits until no recipient is queued and every sent message has a status. */
async function untilSettled(read: () => Promise<Campaign>): Promise<void> {
  for (const until = Date.now() + timeoutMs; Date.now() < until; ) {
    const { state, counters } = await read();
    if (state === 'FINISHED' && counters.queued === 0 && counters.sent === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
