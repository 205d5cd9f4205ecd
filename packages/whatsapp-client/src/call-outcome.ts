import { type ErrorRule, fixFirst, PAUSES, retryWithBackoff } from './error-catalogue/rule.ts';
import { type ClassifiedError, classifyError } from './errors.ts';
import { isObject, type JsonObject, readId, readList, readName, readPhone, readUserId } from './fields.ts';
import type { HttpAnswer, HttpOutcome } from './graph-call.ts';
import { parseJsonKeepingIds } from './parse-json.ts';
import { parseErrorEnvelope } from './provider-error.ts';
import { toStorable } from './storable.ts';

/** Why a retry is safe: WhatsApp has certainly not accepted it. */
export type RetryReason = 'throttled' | 'provider_fault' | 'not_sent' | 'answer_lost';

/** Why it is unknown whether WhatsApp accepted it. */
export type UnknownReason = 'timeout' | 'connection_lost' | 'aborted' | 'unreadable_answer' | 'gateway_fault';

export type Refused = { kind: 'failed'; error: ClassifiedError };

export type RetryLater = {
  kind: 'retry';
  reason: RetryReason;
  /** The delay that WhatsApp requested; null: use `retryDelayMs(error, attempt)`. */
  afterMs: number | null;
  error: ClassifiedError;
};

export type Unknown = { kind: 'unknown'; reason: UnknownReason; detail: string };

/**
 * `accepted` WhatsApp accepted the message, which is not yet delivery; `failed` it never will; `retry` it was
 * certainly not accepted and may be retried; `unknown` the request may have been sent and no readable response came:
 * never retry automatically, a status with our id settles it.
 */
export type SendOutcome =
  | {
      kind: 'accepted';
      providerMessageId: string;
      /** The recipient's number at WhatsApp: may differ from the requested one. */
      waId: string | null;
      userId: string | null;
      /** Templates only: `accepted`, `held_for_quality_assessment` or `paused`. */
      messageStatus?: string;
    }
  | Refused
  | RetryLater
  | Unknown;

/** For calls that may be repeated safely, where unknown and failed are the same. */
export type CallOutcome<Value> = { kind: 'ok'; value: Value } | Refused | RetryLater;

/** Maximum delay accepted from WhatsApp's hints. */
const MAX_RETRY_AFTER_MS = 60 * 60 * 1_000;

/** Rate limit codes, for the displayed reason. */
const THROTTLES: ReadonlySet<number> = new Set([4, 613, 80007, 130429, 131048, 131056, 131208, 132069]);

export function toSendOutcome(outcome: HttpOutcome): SendOutcome {
  const refusal = toRefusal(outcome);
  if (refusal !== null) return refusal;
  if (outcome.kind !== 'answer') return { kind: 'unknown', ...unknownOutcome(outcome) };
  const { status } = outcome.answer;
  // Without Graph's envelope a 5xx comes from an intermediary, which may have forwarded the message.
  if (status >= 500)
    return { kind: 'unknown', reason: 'gateway_fault', detail: `HTTP ${status} without an explanation` };
  const body = readAnswer(outcome.answer);
  return (body && readAcceptance(body)) ?? { kind: 'unknown', reason: 'unreadable_answer', detail: `HTTP ${status}` };
}

/** @param read extracts the value from the response; null when it is missing */
export function toCallOutcome<Value>(
  outcome: HttpOutcome,
  read: (body: JsonObject) => Value | null,
): CallOutcome<Value> {
  const refusal = toRefusal(outcome);
  if (refusal !== null) return refusal;
  const detail =
    outcome.kind === 'answer' ? `HTTP ${outcome.answer.status}, not readable` : unknownOutcome(outcome).detail;
  const body = outcome.kind === 'answer' && outcome.answer.status < 300 ? readAnswer(outcome.answer) : null;
  const value = body && read(body);
  if (value !== null) return { kind: 'ok', value };
  return { kind: 'retry', reason: 'answer_lost', afterMs: null, error: localError(NO_ANSWER, detail) };
}

/** Every outcome in which WhatsApp has certainly not processed the request; null when it may have. */
function toRefusal(outcome: HttpOutcome): Refused | RetryLater | null {
  if (outcome.kind === 'not_sent') {
    if (outcome.reason === 'invalid') return { kind: 'failed', error: localError(NOT_WRITABLE, outcome.detail) };
    return { kind: 'retry', reason: 'not_sent', afterMs: null, error: localError(NOT_REACHED, outcome.detail) };
  }
  if (outcome.kind === 'lost') {
    // The header said "refused", but the body with the reason was lost: not accepted, and worth a retry.
    const refused = outcome.status !== null && outcome.status >= 400 && outcome.status < 500;
    if (!refused || outcome.reason === 'too_large') return null;
    return { kind: 'retry', reason: 'answer_lost', afterMs: null, error: localError(NO_ANSWER, outcome.detail) };
  }
  const { answer } = outcome;
  if (answer.status >= 300 && answer.status < 400) {
    return { kind: 'failed', error: { ...localError(REDIRECTED, `HTTP ${answer.status}`), httpStatus: answer.status } };
  }
  return refusalIn(answer);
}

function refusalIn(answer: HttpAnswer): Refused | RetryLater | null {
  const body = readAnswer(answer);
  const envelope = body !== null && isObject(body.error) ? parseErrorEnvelope(body) : null;
  const { status } = answer;
  // 429 and 503 mean "not processed" in HTTP itself, so they need no envelope; other 5xx without one may have been.
  const saysNotHandled = status === 429 || status === 503;
  if (envelope === null && !saysNotHandled && (status < 400 || status >= 500)) return null;
  const error = classifyError(status, envelope);
  const throttled = status === 429 || (error.code !== null && THROTTLES.has(error.code));
  if (envelope === null && saysNotHandled) {
    const busy = localError(status === 429 ? TOO_FAST : NOT_REACHED, `HTTP ${status}`);
    return retry({ ...busy, httpStatus: status }, throttled, answer);
  }
  return error.backoff === null ? { kind: 'failed', error } : retry(error, throttled, answer);
}

/** The answer's JSON object, fit for the database; null when it is none. */
function readAnswer(answer: HttpAnswer): JsonObject | null {
  try {
    const { value } = toStorable(parseJsonKeepingIds(answer.body.toString('utf8')));
    return isObject(value) ? value : null;
  } catch {
    // Not JSON: a proxy's page, a truncated response. The caller decides by the status.
    return null;
  }
}

function retry(error: ClassifiedError, throttled: boolean, answer: HttpAnswer): RetryLater {
  return {
    kind: 'retry',
    reason: throttled ? 'throttled' : 'provider_fault',
    afterMs: readRetryAfterMs(answer),
    error,
  };
}

function readAcceptance(body: JsonObject): SendOutcome | null {
  const message = readList(body, 'messages')[0];
  const providerMessageId = isObject(message) ? readId(message, 'id') : null;
  if (!isObject(message) || providerMessageId === null) return null;
  const contact = readList(body, 'contacts')[0];
  const messageStatus = readName(message, 'message_status', 255);
  return {
    kind: 'accepted',
    providerMessageId,
    waId: isObject(contact) ? readPhone(contact, 'wa_id') : null,
    userId: isObject(contact) ? readUserId(contact, 'user_id') : null,
    ...(messageStatus === null ? {} : { messageStatus }),
  };
}

function unknownOutcome(outcome: Exclude<HttpOutcome, { kind: 'answer' }>): { reason: UnknownReason; detail: string } {
  const { reason, detail } = outcome;
  if (reason === 'timeout' || reason === 'connection_lost' || reason === 'aborted') return { reason, detail };
  return { reason: 'unreadable_answer', detail };
}

/** `Retry-After` in seconds or as a date, else the minutes in Graph's usage header; null without either. */
function readRetryAfterMs({ headers }: HttpAnswer): number | null {
  const retryAfter = headers['retry-after'];
  if (typeof retryAfter === 'string') {
    const waitMs = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now();
    if (Number.isFinite(waitMs)) return Math.min(MAX_RETRY_AFTER_MS, Math.max(0, waitMs));
  }
  const usage = headers['x-business-use-case-usage'];
  const minutes = typeof usage === 'string' ? regainMinutes(usage) : 0;
  return minutes > 0 ? Math.min(MAX_RETRY_AFTER_MS, minutes * 60_000) : null;
}

function regainMinutes(usage: string): number {
  const found = [...usage.matchAll(/"estimated_time_to_regain_access"\s*:\s*(\d{1,6})/g)];
  return Math.max(0, ...found.map((match) => Number(match[1])));
}

const NOT_REACHED = retryWithBackoff(
  PAUSES.outage,
  'WhatsApp couldn’t be reached',
  'No action needed. Parley retries automatically.',
);
const NO_ANSWER = retryWithBackoff(
  PAUSES.few,
  'WhatsApp’s response was lost',
  'No action needed. Parley retries automatically.',
);
const TOO_FAST = retryWithBackoff(
  PAUSES.throughput,
  'WhatsApp asks for fewer messages at once',
  'No action needed. Parley retries automatically.',
);
const REDIRECTED = fixFirst(
  'A redirect between this server and WhatsApp blocks the calls',
  'Ask the server’s operator to check the Graph API address and any proxy.',
);
const NOT_WRITABLE = fixFirst(
  'The access token or phone number ID has invalid characters',
  'Ask an Admin to enter the access token and phone number ID again under Channels.',
  { pausesChannel: true },
);

/** An error of the connection, not of WhatsApp: no code, the technical detail as its message. */
function localError(rule: ErrorRule, detail: string): ClassifiedError {
  const provider = parseErrorEnvelope({ message: detail });
  return { ...rule, code: null, known: true, httpStatus: null, provider };
}
