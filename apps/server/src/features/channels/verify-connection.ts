import type { CallOutcome, WhatsAppClient } from '@parley/whatsapp-client';
import type { Platform } from '../../platform/platform.ts';
import type { Credentials } from './credentials.ts';
import { sessionPeer } from './provider-access.ts';
import type { ChannelRow } from './repo.ts';
import { sendRateOf } from './send-rate.ts';
import { createSessionClient } from './session/client.ts';

/** The client of the real Graph; sandboxes have a separate one. */
export type GraphAccess = { client: WhatsAppClient };

/** One attempt at WhatsApp, and how to fix its failure. */
export type ChannelCheck = { name: string; state: 'ok' | 'failed' | 'unproven'; fix: string | null };

const checkTimeoutMs = 6_000;

/**
 * Asks WhatsApp about a number that was just connected, and subscribes its webhooks to this server.
 * @returns `verified` when the token may read the number; `pace` when WhatsApp reported it
 */
export async function verifyNumber(
  platform: Platform,
  graph: GraphAccess,
  row: ChannelRow,
  credentials: Credentials,
): Promise<{ checks: ChannelCheck[]; verified: boolean; pace: number | null }> {
  const basics = { accessToken: credentials.access_token, timeoutMs: checkTimeoutMs };
  const number = await graph.client.getPhoneNumber({ ...basics, phoneNumberId: row.phone_number_id });
  const checks: ChannelCheck[] = [describeOutcome('number', number)];
  if (number.kind !== 'ok') return { checks, verified: false, pace: null };
  const subscribed = await graph.client.subscribeApp({
    ...basics,
    wabaId: row.waba_id,
    override: {
      callbackUri: `${platform.publicUrl()}/webhooks/whatsapp/${row.id}`,
      verifyToken: credentials.verify_token,
    },
  });
  checks.push(describeOutcome('webhooks', subscribed));
  return { checks, verified: true, pace: sendRateOf(number.value) };
}

/** Challenges an adapter: it is verified when it shows that it has the secret. */
export async function verifyAdapter(
  platform: Platform,
  row: ChannelRow,
  credentials: Credentials,
): Promise<{ checks: ChannelCheck[]; verified: boolean; pace: null }> {
  const greeted = await createSessionClient(sessionPeer(platform, row, credentials)).greet();
  return { checks: [describeOutcome('adapter', greeted)], verified: greeted.kind === 'ok', pace: null };
}

export function describeOutcome(name: string, outcome: CallOutcome<unknown>): ChannelCheck {
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
