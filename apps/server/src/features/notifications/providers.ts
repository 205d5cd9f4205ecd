import { createHash } from 'node:crypto';
import type { PushPayload } from '@parley/contract/types';
import type webPush from 'web-push';
import { type OutboundOutcome, postExternal } from '../../platform/outbound/post.ts';
import type { Platform } from '../../platform/platform.ts';
import { vapidKeys } from '../../platform/push-keys.ts';
import { pushUserId } from '../settings/public.ts';
import type { DeviceRow } from './device-repo.ts';

/** What became of one push. `gone`: the browser no longer takes any. */
/** What a push is about, and where it leads. */
export type PushTarget = { id: string; path: string };
export type PushResult =
  | { kind: 'sent' }
  | { kind: 'gone' }
  | { kind: 'retry'; afterMs: number | null; reason: string }
  | { kind: 'rejected'; reason: string };

const timeoutMs = 10_000;
const maxAnswerBytes = 16_384;
/** Push services accept about 4 KB, encryption included. */
const maxPayloadBytes = 3_000;
/** Seconds that a push service keeps a message for a browser that is not running. */
const defaultTtlS = 12 * 3_600;

/** Encrypts a message for one browser and hands it to that browser's push service. */
export async function pushToDevice(
  platform: Platform,
  clientId: string,
  device: Pick<DeviceRow, 'id' | 'endpoint' | 'keys_enc'>,
  payload: PushPayload,
  urgency: 'normal' | 'high',
  signal?: AbortSignal,
  ttlS = defaultTtlS,
): Promise<PushResult> {
  const url = new URL(platform.publicUrl());
  let request: ReturnType<typeof webPush.generateRequestDetails>;
  const target = payload.call?.id ?? payload.thread_id ?? payload.campaign_id;
  try {
    const keys = JSON.parse(platform.secrets.open(device.keys_enc, keysPlace(clientId, device.endpoint)));
    const { default: library } = await import('web-push');
    request = library.generateRequestDetails({ endpoint: device.endpoint, keys }, fitting(payload), {
      vapidDetails: {
        subject: url.protocol === 'https:' ? url.origin : 'mailto:push@parley.invalid',
        ...vapidKeys(platform),
      },
      TTL: ttlS,
      urgency,
      contentEncoding: 'aes128gcm',
      ...(target === null ? {} : { topic: topicOf(clientId, target) }),
    });
  } catch (error) {
    // Sealed with an earlier SECRET_KEY, or no key of a browser: its page registers again.
    platform.log.debug({ err: error, device: device.id }, 'push: this subscription cannot be used');
    return { kind: 'gone' };
  }
  const outcome = await postExternal({
    url: device.endpoint,
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    body: request.body,
    timeoutMs,
    maxAnswerBytes,
    allowed: platform.config.ALLOWED_PRIVATE_HOSTS,
    ...(signal === undefined ? {} : { signal }),
  });
  return resultOf(outcome);
}

/** The encryption context of a browser's keys. */
export function keysPlace(clientId: string, endpoint: string): string {
  return `push_devices.keys:${clientId}:${createHash('sha256').update(endpoint).digest('hex')}`;
}

/** A push service replaces a waiting message by a later one of the same topic. */
function topicOf(clientId: string, target: string): string {
  return createHash('sha256').update(`${clientId} ${target}`).digest('base64url').slice(0, 32);
}

function fitting(payload: PushPayload): string {
  const shorter = [payload, { ...payload, unread: payload.unread.slice(0, 20) }, { ...payload, unread: [], body: '' }];
  const texts = shorter.map((each) => JSON.stringify(each));
  return texts.find((text) => Buffer.byteLength(text) <= maxPayloadBytes) ?? (texts.at(-1) as string);
}

function resultOf(outcome: OutboundOutcome): PushResult {
  if (outcome.kind === 'refused')
    return { kind: 'rejected', reason: 'The address of the push service is not allowed.' };
  if (outcome.kind !== 'answer') return { kind: 'retry', afterMs: null, reason: `No answer: ${outcome.detail}` };
  const { status, headers } = outcome;
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  const seconds = Number(headers['retry-after']);
  if (status === 429 || status >= 500) {
    const afterMs = Number.isFinite(seconds) ? Math.min(seconds, 3_600) * 1_000 : null;
    return { kind: 'retry', afterMs, reason: `The push service answered ${status}.` };
  }
  return { kind: 'rejected', reason: `The push service answered ${status}.` };
}

/**
 * Asks OneSignal to notify a user. Without text of the customer: in a browser anybody may sign in there under another
 * user's id.
 * @param id repeated calls with the same id notify once
 */
export async function pushByOneSignal(
  platform: Platform,
  message: { id: string; uid: string; target: PushTarget | null; title: string },
  signal?: AbortSignal,
): Promise<PushResult> {
  const { ONESIGNAL_APP_ID: appId, ONESIGNAL_API_KEY: key, ONESIGNAL_API_URL: base } = platform.config;
  const user = pushUserId(platform, message.uid);
  if (appId === undefined || key === undefined || user === null)
    return { kind: 'rejected', reason: 'OneSignal is not set up.' };
  const { target } = message;
  const path = target?.path ?? '/inbox';
  const outcome = await postExternal({
    url: `${base}/notifications`,
    headers: { 'content-type': 'application/json', authorization: `Key ${key}` },
    body: Buffer.from(
      JSON.stringify({
        app_id: appId,
        target_channel: 'push',
        include_aliases: { external_id: [user] },
        headings: { en: 'Parley' },
        contents: { en: message.title },
        url: `${platform.publicUrl()}${path}`,
        idempotency_key: message.id,
        ...(target === null ? {} : { web_push_topic: target.id, collapse_id: target.id }),
      }),
    ),
    timeoutMs,
    maxAnswerBytes,
    allowed: platform.config.ALLOWED_PRIVATE_HOSTS,
    ...(signal === undefined ? {} : { signal }),
  });
  const result = resultOf(outcome);
  if (result.kind !== 'sent' || outcome.kind !== 'answer') return result.kind === 'gone' ? notSetUp : result;
  // An answer without an id means that nothing was sent: the user has no browser there.
  return idIn(outcome.body) ? result : { kind: 'rejected', reason: 'OneSignal knows no browser of this member.' };
}

const notSetUp: PushResult = { kind: 'rejected', reason: 'OneSignal does not know this app id.' };

function idIn(body: Buffer): boolean {
  try {
    const { id } = JSON.parse(body.toString('utf8')) as { id?: unknown };
    return typeof id === 'string' && id !== '';
  } catch {
    return false;
  }
}
