import type { Worker } from '../../../platform/feature.ts';
import type { Platform } from '../../../platform/platform.ts';
import { startPollLoop } from '../../../platform/poll-loop.ts';
import { dropUnplacedCalls, listAccountsOverdue, listOverdueCalls, type OverdueCall } from '../../calls/public.ts';
import { addChanges, placeChanges } from '../../sync/public.ts';
import { contactOf } from '../normalize/normalize.ts';
import type { NormalizedMessage, Origin } from '../normalize/normalized-events.ts';
import { noteEndedCalls } from './apply-calls.ts';
import { applyMessages } from './apply-messages.ts';

const pollMs = 15_000;

/** Ends calls whose end WhatsApp never told, with the message that it would have made. Safe in several processes. */
export function startEndingCalls(platform: Platform): Worker {
  const system = platform.db.system.statements('calls');
  return startPollLoop(
    { log: platform.log, failure: 'calls: ending failed, retrying', retryMs: pollMs, firstAfterMs: pollMs },
    async () => {
      for (const clientId of await listAccountsOverdue(system)) await endOverdueCalls(platform, clientId);
      return pollMs;
    },
  );
}

export async function endOverdueCalls(platform: Platform, clientId: string): Promise<void> {
  await dropUnplaced(platform, clientId);
  const overdue = await platform.db.withTenant(clientId, listOverdueCalls, { readOnly: true });
  const messages = overdue.flatMap((call) => messageOf(clientId, call));
  if (messages.length === 0) return;
  await platform.db.system.transaction('apply', async (tx) => {
    const ended = await noteEndedCalls(tx, messages);
    const { changes } = await applyMessages(tx, messages, []);
    await placeChanges(tx, [...ended, ...changes]);
  });
  platform.notifier.notify('changes', clientId);
}

async function dropUnplaced(platform: Platform, clientId: string): Promise<void> {
  const dropped = await platform.db.withTenant(clientId, async (tx) => {
    const rows = await dropUnplacedCalls(tx);
    await addChanges(
      tx,
      rows.map(({ id, version }) => ({ collection: 'calls', id, marker: 'MODIFIED', version })),
    );
    return rows.length;
  });
  if (dropped > 0) platform.notifier.notify('changes_new', clientId);
}

function messageOf(clientId: string, call: OverdueCall): NormalizedMessage[] {
  const { customer_phone: phone, customer_user_id: userId, provider_call_id: providerId, at } = call;
  const channel = {
    clientId,
    channelId: call.channel_id,
    clockOffsetMs: call.clock_offset_ms,
    sandbox: call.sandbox,
  };
  const from = { phone, userId, parentUserId: null, username: null, profileName: null };
  const contact = contactOf(channel, from, at);
  if (contact === null) return [];
  const onChannelsClock = new Date(at.getTime() + call.clock_offset_ms);
  const message: NormalizedMessage['message'] = {
    providerId,
    from,
    timestampMs: onChannelsClock.getTime(),
    providerType: 'call',
    context: null,
    groupId: null,
    mediaUrl: null,
    errors: [],
    flags: [],
    type: 'call',
    content: { outcome: call.outcome },
  };
  const origin: Origin = call.direction === 'outgoing' ? { kind: 'own_call' } : { kind: 'customer', standby: false };
  return [{ channel, contact, message, at: onChannelsClock, origin }];
}
