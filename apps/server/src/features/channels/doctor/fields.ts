import { said } from '@parley/contract/said';
import type { DoctorCheck } from '@parley/contract/types';
import {
  type CallOutcome,
  type FieldSubscription,
  SUBSCRIBED_FIELDS,
  type WhatsAppClient,
} from '@parley/whatsapp-client';
import type { Credentials } from '../credentials.ts';
import { bad, ok, skipped, unanswered } from './check.ts';

export type FieldAnswer = CallOutcome<FieldSubscription>;

type Place = {
  appId: string;
  credentials: Pick<Credentials, 'app_secret' | 'verify_token'>;
  /** The channel's webhook. */
  webhookUrl: string;
  timeoutMs: number;
};

/**
 * The webhook fields of the token's app. What is missing is subscribed where that changes no address: WhatsApp asks for
 * one with the fields, and the app's may be another system's.
 */
export async function completeFields(client: WhatsAppClient, place: Place): Promise<FieldAnswer> {
  const { appId, credentials, webhookUrl, timeoutMs } = place;
  const app = { accessToken: `${appId}|${credentials.app_secret}`, appId, timeoutMs };
  const before = await client.getFieldSubscription(app);
  if (before.kind !== 'ok' || missingOf(before.value).length === 0) return before;
  const { callbackUrl, fields } = before.value;
  if (callbackUrl !== null && callbackUrl !== webhookUrl) return before;
  const wanted = [...new Set([...fields, ...SUBSCRIBED_FIELDS])];
  const verifyToken = credentials.verify_token;
  const done = await client.subscribeFields({ ...app, callbackUrl: webhookUrl, verifyToken, fields: wanted });
  return done.kind === 'ok' ? client.getFieldSubscription(app) : before;
}

function missingOf({ fields }: FieldSubscription): string[] {
  return SUBSCRIBED_FIELDS.filter((field) => !fields.includes(field));
}

/** @param answer  null when the app is not known */
export function checkFields(answer: FieldAnswer | null): DoctorCheck {
  if (answer === null) return skipped('fields', said('the token’s app isn’t known'));
  if (answer.kind !== 'ok') return unanswered('fields', answer);
  const missing = missingOf(answer.value);
  if (missing.length === 0) return ok('fields', 'The app gets every webhook field that Parley reads.');
  const lost = missing.includes('messages')
    ? 'Messages don’t arrive.'
    : missing.includes('standby')
      ? 'What Meta’s AI agent and customers write to each other doesn’t arrive.'
      : 'What they report doesn’t arrive.';
  return bad(
    'fields',
    `The app isn’t subscribed to these webhook fields: ${missing.join(', ')}. ${lost}`,
    'In the app’s dashboard at Meta, open WhatsApp > Configuration and subscribe to them under Webhook fields.',
    missing.includes('messages') ? 'failed' : 'warning',
  );
}
