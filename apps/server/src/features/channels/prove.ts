import type { CallOutcome, WhatsAppClient } from '@parley/whatsapp-client';
import type { Platform } from '../../platform/platform.ts';
import type { Credentials } from './credentials.ts';
import { paceOf } from './pace.ts';
import type { ChannelRow } from './repo.ts';
import { sessionPeer } from './senders.ts';
import { createSessionClient } from './session/client.ts';

/** The client of the real Graph; sandboxes have their own. */
export type GraphAccess = { client: WhatsAppClient };

/** One thing that was tried with WhatsApp, and what mends it. */
export type ChannelCheck = { name: string; state: 'ok' | 'failed' | 'unproven'; fix: string | null };

const checkTimeoutMs = 6_000;

/**
 * Asks WhatsApp about a number that was just connected, and subscribes its webhooks to this server.
 * @returns `proven` when the token may read the number; `pace` when WhatsApp said it
 */
export async function checkChannel(
  platform: Platform,
  graph: GraphAccess,
  row: ChannelRow,
  credentials: Credentials,
): Promise<{ checks: ChannelCheck[]; proven: boolean; pace: number | null }> {
  const basics = { accessToken: credentials.access_token, timeoutMs: checkTimeoutMs };
  const number = await graph.client.getPhoneNumber({ ...basics, phoneNumberId: row.phone_number_id });
  const checks: ChannelCheck[] = [describe('number', number)];
  if (number.kind !== 'ok') return { checks, proven: false, pace: null };
  const subscribed = await graph.client.subscribeApp({
    ...basics,
    wabaId: row.waba_id,
    override: {
      callbackUri: `${platform.publicUrl()}/webhooks/whatsapp/${row.id}`,
      verifyToken: credentials.verify_token,
    },
  });
  checks.push(describe('webhooks', subscribed));
  return { checks, proven: true, pace: paceOf(number.value) };
}

/** Greets an adapter: it is proven when it shows that it holds the secret. */
export async function checkAdapter(
  platform: Platform,
  row: ChannelRow,
  credentials: Credentials,
): Promise<{ checks: ChannelCheck[]; proven: boolean; pace: null }> {
  const greeted = await createSessionClient(sessionPeer(platform, row, credentials)).greet();
  return { checks: [describe('adapter', greeted)], proven: greeted.kind === 'ok', pace: null };
}

export function describe(name: string, outcome: CallOutcome<unknown>): ChannelCheck {
  if (outcome.kind === 'ok') return { name, state: 'ok', fix: null };
  if (outcome.kind === 'retry') {
    return {
      name,
      state: 'unproven',
      fix: `${outcome.error.title}. It is tried again when the channel is checked.`,
    };
  }
  return { name, state: 'failed', fix: `${outcome.error.title}. ${outcome.error.nextStep}` };
}
