import { enqueueJobs, notifyJobs } from '../../platform/jobs/queue.ts';
import type { JobKind } from '../../platform/jobs/runner.ts';
import type { Platform } from '../../platform/platform.ts';
import { getChannelClient, type ProviderAccess } from '../channels/public.ts';
import { type CallRow, findCalls } from './call-repo.ts';

const jobName = 'calls.hang_up';
/** The member has hung up: nobody waits. */
const timeoutMs = 10_000;

type NamedCall = Pick<CallRow, 'id' | 'channel_id' | 'provider_call_id'>;

async function terminate(
  platform: Platform,
  providers: ProviderAccess,
  clientId: string,
  { channel_id: channelId, provider_call_id: callId }: NamedCall,
): Promise<void> {
  if (callId === null) return;
  const { row, client, accessToken } = await getChannelClient(platform, providers, clientId, channelId);
  const outcome = await client.terminateCall({ accessToken, phoneNumberId: row.phone_number_id, callId, timeoutMs });
  // What WhatsApp refuses has ended there.
  if (outcome.kind === 'retry') throw new Error(outcome.error.title);
}

/** Tells WhatsApp that a call has ended here; where it cannot be told now, it is told again and again. */
export async function endAtWhatsApp(
  platform: Platform,
  providers: ProviderAccess,
  clientId: string,
  call: NamedCall,
): Promise<void> {
  try {
    await terminate(platform, providers, clientId, call);
  } catch (error) {
    platform.log.warn({ err: error, call_id: call.id }, 'calls: WhatsApp could not be told of the end, trying again');
    await platform.db.withTenant(clientId, (tx) =>
      enqueueJobs(tx, [{ clientId, id: call.id, kind: jobName, payload: { call_id: call.id }, weight: 'light' }]),
    );
    notifyJobs(platform);
  }
}

export function hangUpJob(platform: Platform, providers: ProviderAccess): JobKind {
  return {
    name: jobName,
    async run(job) {
      const id = job.payload['call_id'] ?? '';
      const [call] = await platform.db.withTenant(job.clientId, (tx) => findCalls(tx, [id]), { readOnly: true });
      if (call !== undefined) await terminate(platform, providers, job.clientId, call);
      return undefined;
    },
  };
}
