import type { Campaign, Template } from '@parley/contract/types';
import { apiCall } from '../../scripts/api-call.ts';
import type { ParleyServer } from './server.ts';
import { until } from './until.ts';

type Address = Pick<ParleyServer, 'url'>;

/** Generated, unassigned numbers. */
export const sandboxPhones = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `+4477009${String(index).padStart(5, '0')}`);

/** Creates drafts on the sandbox channel with a template without values. */
export async function broadcastsOf(server: Address, token: string) {
  const call = <T>(method: string, path: string, body?: unknown) => apiCall<T>(server.url, method, path, body, token);
  const { channel } = await call<{ channel: { id: string } }>('GET', '/api/sandbox');
  await call('POST', '/api/templates/sync', { channel_id: channel.id, dry_run: false });
  const { data } = await call<{ data: Template[] }>('GET', '/api/templates?status=ACTIVE');
  const template = data.find(({ name }) => name === 'hello_world');
  if (template === undefined) throw new Error('the sandbox has no template hello_world');
  const now = ({ id }: { id: string }) => call<Campaign>('GET', `/api/campaigns/${id}`);
  return {
    /** A draft for typed numbers. */
    draft: (name: string, phones: readonly string[]) =>
      call<Campaign>('POST', '/api/campaigns', {
        name,
        channel_id: channel.id,
        template_id: template.id,
        audience: { phone_numbers: phones },
        stop_rules: null,
      }),
    start: ({ id }: { id: string }) => call<Campaign>('POST', `/api/campaigns/${id}/start`),
    now,
    /** Waits until a condition is satisfied, however slow the machine is. */
    becomes: (campaign: { id: string }, isSo: (now: Campaign) => boolean): Promise<Campaign> =>
      until('what was waited for of a broadcast', () => now(campaign), isSo),
    /** The next message fails with this code at WhatsApp. */
    failNext: (code: number) => call('PUT', '/api/sandbox/faults', { next_send_error: code }),
  };
}
