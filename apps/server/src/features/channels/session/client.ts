import { randomBytes } from 'node:crypto';
import type { CallOutcome, SendOutcome, WhatsAppClient } from '@parley/whatsapp-client';
import { newId } from '../../../platform/ids.ts';
import { type OutboundOutcome, postExternal } from '../../../platform/outbound/post.ts';
import { signedHeaders } from '../../../platform/outbound/sign-webhook.ts';
import { sameSecret } from '../../../platform/secrets.ts';
import { fetchFile, isAddress, ownFileOf, ownFileUrl, plainAddress, readFileInfo } from './files.ts';
import { answerToChallenge } from './protocol.ts';

type SessionError = Extract<SendOutcome, { kind: 'failed' }>['error'];

/** What the dispatcher needs of a channel's other side; WhatsApp's client has it too. */
export type MessageClient = Pick<
  WhatsAppClient,
  'sendMessage' | 'markRead' | 'uploadMedia' | 'getMediaUrl' | 'downloadMedia'
> & {
  /** An adapter fetches files itself: how a message names one of ours until it is sent. */
  nameFile?: (mediaId: string) => string;
  /** The subject of error texts; WhatsApp without it. */
  who?: string;
};

export type SessionClient = MessageClient & {
  /** Challenges the adapter: does it respond, and does it have the secret? */
  greet(): Promise<CallOutcome<true>>;
};

export type SessionPeer = {
  channelId: string;
  url: string;
  secret: string;
  allowed: readonly string[];
  /** A file of this account at an address that the adapter may read now; null when the file is deleted. */
  fileOf?: (mediaId: string) => Promise<object | null>;
};

const defaultTimeoutMs = 15_000;
const maxAnswerBytes = 64 * 1_024;

/**
 * Implements the open protocol with one adapter. Outcomes mean the same as with WhatsApp: `retry` only when the adapter
 * certainly did not accept the message, `unknown` when it may have.
 */
export function createSessionClient(peer: SessionPeer): SessionClient {
  function post(id: string, type: string, data: object, timeoutMs = defaultTimeoutMs): Promise<OutboundOutcome> {
    const body = Buffer.from(JSON.stringify({ type, timestamp: new Date().toISOString(), data }));
    return postExternal({
      url: peer.url,
      headers: { 'content-type': 'application/json', ...signedHeaders(peer.secret, id, body, Date.now()) },
      body,
      timeoutMs,
      maxAnswerBytes,
      allowed: peer.allowed,
    });
  }

  return {
    async sendMessage({ body, timeoutMs }) {
      const data = await withAddress(peer, messageData(peer.channelId, body));
      if (data === null) return { kind: 'failed', error: fileGone };
      return sendOutcome(await post(data.id, 'message.send', data, timeoutMs));
    },
    async markRead({ providerMessageId, timeoutMs }) {
      const data = { channel_id: peer.channelId, message_id: providerMessageId };
      return callOutcome(await post(newId(), 'message.read', data, timeoutMs), () => true);
    },
    who: 'The adapter',
    nameFile: ownFileUrl,
    // Never called: see `nameFile`.
    uploadMedia: () => Promise.resolve({ kind: 'failed', error: fileGone }),
    async getMediaUrl({ mediaId, timeoutMs }) {
      if (isAddress(mediaId)) return plainAddress(mediaId);
      const data = { channel_id: peer.channelId, media_id: mediaId };
      return answerOf(await post(newId(), 'media.get', data, timeoutMs), readFileInfo, noAddress);
    },
    downloadMedia: (request) => fetchFile(peer, request),
    async greet() {
      const challenge = randomBytes(24).toString('hex');
      const outcome = await post(newId(), 'adapter.hello', { channel_id: peer.channelId, challenge }, 8_000);
      return callOutcome(outcome, (answer) => {
        const given = answer['answer'];
        return typeof given === 'string' && sameSecret(given, answerToChallenge(peer.secret, challenge));
      });
    },
  };
}

/** A message of the open protocol, from the body that WhatsApp would get: same content, without WhatsApp's wrapping. */
function messageData(channelId: string, body: Readonly<Record<string, unknown>>) {
  const { messaging_product: _product, recipient_type: _recipient, biz_opaque_callback_data: id, ...message } = body;
  const { to, recipient, ...content } = message;
  return {
    id: String(id),
    channel_id: channelId,
    to: typeof to === 'string' ? { phone_number: to } : { user_id: String(recipient) },
    ...content,
  };
}

type MessageData = ReturnType<typeof messageData>;

/** Replaces our own name of a file by an address; null when the file is gone. */
async function withAddress({ fileOf }: SessionPeer, data: MessageData): Promise<MessageData | null> {
  const content = data as Record<string, unknown>;
  const type = String(content['type']);
  const { id, ...rest } = (content[type] ?? {}) as Record<string, unknown>;
  const mediaId = ownFileOf(id);
  if (mediaId === null) return data;
  const file = (await fileOf?.(mediaId)) ?? null;
  return file === null ? null : { ...data, [type]: { ...rest, ...file } };
}

function sendOutcome(outcome: OutboundOutcome): SendOutcome {
  const refusal = refusalOf(outcome);
  if (refusal !== null) return refusal;
  if (outcome.kind !== 'answer') {
    const detail = outcome.kind === 'refused' ? outcome.problem : outcome.detail;
    return { kind: 'unknown', reason: 'connection_lost', detail };
  }
  if (outcome.status >= 500) return { kind: 'unknown', reason: 'gateway_fault', detail: `HTTP ${outcome.status}` };
  const id = readAnswer(outcome.body)?.['id'];
  if (typeof id !== 'string' || id === '' || id.length > 255 || !/^[\x21-\x7e]+$/.test(id)) {
    return { kind: 'unknown', reason: 'unreadable_answer', detail: `HTTP ${outcome.status} without an id` };
  }
  return { kind: 'accepted', providerMessageId: id, waId: null, userId: null };
}

function callOutcome(
  outcome: OutboundOutcome,
  isRight: (answer: Record<string, unknown>) => boolean,
): CallOutcome<true> {
  return answerOf(outcome, (answer) => (isRight(answer) ? true : null), otherSecret);
}

/** @param wrong the error text for a response that `read` cannot use */
function answerOf<Value>(
  outcome: OutboundOutcome,
  read: (answer: Record<string, unknown>) => Value | null,
  wrong: SessionError,
): CallOutcome<Value> {
  const refusal = refusalOf(outcome);
  if (refusal !== null) return refusal;
  if (outcome.kind === 'answer' && outcome.status < 300) {
    const value = read(readAnswer(outcome.body) ?? {});
    return value === null ? { kind: 'failed', error: wrong } : { kind: 'ok', value };
  }
  return { kind: 'retry', reason: 'answer_lost', afterMs: null, error: notReached(describe(outcome)) };
}

/** Everything in which the adapter has certainly not taken what was sent; null when it may have. */
function refusalOf(outcome: OutboundOutcome): Extract<SendOutcome, { kind: 'failed' | 'retry' }> | null {
  if (outcome.kind === 'refused') return { kind: 'failed', error: refusedAddress };
  if (outcome.kind === 'not_sent') {
    return { kind: 'retry', reason: 'not_sent', afterMs: null, error: notReached(outcome.detail) };
  }
  if (outcome.kind !== 'answer') return null;
  const { status } = outcome;
  if (status >= 300 && status < 400) return { kind: 'failed', error: redirected };
  const said = readError(outcome.body);
  if (status === 429 || status === 503 || said?.retry === true) {
    const reason = status === 429 ? 'throttled' : 'provider_fault';
    return { kind: 'retry', reason, afterMs: retryAfterMs(outcome.headers['retry-after']), error: busy(said?.message) };
  }
  if (status === 401 || status === 403) return { kind: 'failed', error: unsigned };
  if (status < 400 || status >= 500) return null;
  return {
    kind: 'failed',
    error: problem(said?.message ?? `The adapter refused it with HTTP ${status}`, said?.next_step ?? seeAdapter),
  };
}

function readAnswer(body: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    // A proxy's page or no body at all: the status decides.
    return null;
  }
}

function readError(body: Buffer): { message?: string; next_step?: string; retry?: boolean } | null {
  const error = readAnswer(body)?.['error'];
  if (typeof error !== 'object' || error === null) return null;
  const { message, next_step, retry } = error as Record<string, unknown>;
  const words = (value: unknown) =>
    typeof value === 'string' && value !== '' ? value.replaceAll('\0', '').slice(0, 300).toWellFormed() : undefined;
  const [said, next] = [words(message), words(next_step)];
  return {
    ...(said === undefined ? {} : { message: said }),
    ...(next === undefined ? {} : { next_step: next }),
    retry: retry === true,
  };
}

/** Seconds of `Retry-After`, at most an hour; null when there is none that can be read. */
function retryAfterMs(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Math.min(3_600_000, Number(header) * 1_000) : null;
}

function describe(outcome: OutboundOutcome): string {
  if (outcome.kind === 'answer') return `HTTP ${outcome.status}`;
  return outcome.kind === 'refused' ? outcome.problem : outcome.detail;
}

const seeAdapter = 'Check the adapter’s log for the reason.';

function problem(title: string, nextStep: string, more: Partial<SessionError> = {}): SessionError {
  return {
    title,
    nextStep,
    retry: 'fix',
    pausesChannel: false,
    effect: null,
    backoff: null,
    code: null,
    known: true,
    httpStatus: null,
    provider: null,
    ...more,
  };
}

/** Down or in the way: worth trying for ever, with pauses up to five minutes. */
const outage = { firstMs: 2_000, factor: 2, maxMs: 300_000, attempts: null };

function notReached(detail: string): SessionError {
  return problem(`The adapter couldn’t be reached (${detail})`, 'No action needed. Parley retries automatically.', {
    retry: 'back',
    backoff: outage,
  });
}

function busy(words: string | undefined): SessionError {
  return problem(words ?? 'The adapter asks to wait', 'No action needed. Parley retries automatically.', {
    retry: 'back',
    backoff: outage,
  });
}

const refusedAddress = problem(
  'The adapter’s address leads into a private network',
  'Use a public address, or ask whoever runs this server to allow the address.',
  { pausesChannel: true },
);
const otherSecret = problem(
  'The adapter does not hold this secret',
  'Give the adapter the same signing secret, then check again.',
);
const noAddress = problem('The adapter named no address for the file', 'Check the adapter’s log for the reason.');
const fileGone = problem(
  'The file of this message is no longer stored',
  'Attach it again and send it as a new message.',
);
const redirected = problem(
  'The adapter’s address redirects elsewhere',
  'Enter the address it leads to: redirects are not followed.',
  { pausesChannel: true },
);
const unsigned = problem(
  'The adapter refuses our signature',
  'Give the adapter the signing secret of this channel, then resume the channel.',
  { pausesChannel: true },
);
