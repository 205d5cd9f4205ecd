import { ACCESS_ERRORS, PERMISSION_RANGE } from './error-catalogue/access.ts';
import { GROUP_ERRORS, GROUP_RANGE, MESSAGE_ERRORS } from './error-catalogue/messages.ts';
import { CALLING_RANGE, NUMBER_ERRORS, RARE_ERRORS } from './error-catalogue/numbers.ts';
import { again, type ErrorRule, final, PAUSES } from './error-catalogue/rule.ts';
import { TEMPLATE_ERRORS } from './error-catalogue/templates.ts';
import type { ProviderError } from './provider-error.ts';

/** Every code that WhatsApp or well-tried clients know, with what it means to us. */
export const ERROR_CATALOGUE = {
  ...ACCESS_ERRORS,
  ...MESSAGE_ERRORS,
  ...GROUP_ERRORS,
  ...TEMPLATE_ERRORS,
  ...NUMBER_ERRORS,
  ...RARE_ERRORS,
} as const satisfies Record<number, ErrorRule>;

export type KnownErrorCode = keyof typeof ERROR_CATALOGUE;

/** Families of codes with one meaning; a code of its own in the catalogue comes first. Both ends belong. */
export const ERROR_RANGES: readonly { from: number; to: number; rule: ErrorRule }[] = [
  { from: 200, to: 299, rule: PERMISSION_RANGE },
  { from: 131_201, to: 131_215, rule: GROUP_RANGE },
  { from: 138_000, to: 138_999, rule: CALLING_RANGE },
];

const UNKNOWN_TRANSIENT = again(
  PAUSES.few,
  'WhatsApp could not do it just now',
  'Nothing to do: it is tried again a few times.',
);
const UNKNOWN_FINAL = final(
  'WhatsApp refused it',
  'Read what WhatsApp says about it; correct the message or the settings before sending again.',
);

export type ClassifiedError = ErrorRule & {
  code: number | null;
  /** False when neither the catalogue nor a range has the code. */
  known: boolean;
  httpStatus: number | null;
  /** WhatsApp's own words, for the details of the message and the log. */
  provider: ProviderError | null;
};

/**
 * Says what an error means. Only the code decides; the HTTP status and the subcode never do, with two exceptions:
 * a code nobody knows is temporary when the status is 500 or above or WhatsApp calls it transient; and code 100
 * takes its words, not its retry rule, from a template subcode (2388xxx), which is the only place the reason stands.
 * @param httpStatus  null for an error that came in a webhook
 * @param error       null when the answer had none that could be read
 */
export function classifyError(httpStatus: number | null, error: ProviderError | null): ClassifiedError {
  const found = error?.code == null ? null : findRule(error.code);
  const rule = found ?? (isTemporary(httpStatus, error) ? UNKNOWN_TRANSIENT : UNKNOWN_FINAL);
  return {
    ...rule,
    ...subcodeWords(error),
    code: error?.code ?? null,
    known: found !== null,
    httpStatus,
    provider: error,
  };
}

/**
 * How long to wait before the next automatic attempt.
 * @param attempt  attempts that have failed with this error so far, from 1
 * @returns        milliseconds, or null: do not try again by itself
 */
export function retryDelayMs(rule: Pick<ErrorRule, 'backoff'>, attempt: number): number | null {
  const { backoff } = rule;
  if (backoff === null || (backoff.attempts !== null && attempt > backoff.attempts)) return null;
  return Math.min(backoff.maxMs, backoff.firstMs * backoff.factor ** (Math.max(1, attempt) - 1));
}

function findRule(code: number): ErrorRule | null {
  if (isKnownCode(code)) return ERROR_CATALOGUE[code];
  return ERROR_RANGES.find(({ from, to }) => code >= from && code <= to)?.rule ?? null;
}

function isKnownCode(code: number): code is KnownErrorCode {
  return Object.hasOwn(ERROR_CATALOGUE, code);
}

function isTemporary(httpStatus: number | null, error: ProviderError | null): boolean {
  return error?.isTransient === true || (httpStatus !== null && httpStatus >= 500);
}

function subcodeWords(error: ProviderError | null): Partial<Pick<ErrorRule, 'title' | 'nextStep'>> {
  const subcode = error?.code === 100 ? error.subcode : null;
  if (subcode == null || subcode < 2_388_000 || subcode > 2_388_999 || !isKnownCode(subcode)) return {};
  const { title, nextStep } = ERROR_CATALOGUE[subcode];
  return { title, nextStep };
}
