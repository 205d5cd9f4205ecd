import { ACCESS_ERRORS, PERMISSION_RANGE } from './error-catalogue/access.ts';
import { CALL_ERRORS } from './error-catalogue/calls.ts';
import { GROUP_ERRORS, GROUP_RANGE, MESSAGE_ERRORS } from './error-catalogue/messages.ts';
import { CALLING_RANGE, NUMBER_ERRORS, RARE_ERRORS } from './error-catalogue/numbers.ts';
import { type ErrorRule, final, PAUSES, retryWithBackoff } from './error-catalogue/rule.ts';
import { TEMPLATE_ERRORS } from './error-catalogue/templates.ts';
import type { ProviderError } from './provider-error.ts';

/** Every code documented by WhatsApp or known from established clients, with its rule. */
export const ERROR_CATALOGUE = {
  ...ACCESS_ERRORS,
  ...MESSAGE_ERRORS,
  ...CALL_ERRORS,
  ...GROUP_ERRORS,
  ...TEMPLATE_ERRORS,
  ...NUMBER_ERRORS,
  ...RARE_ERRORS,
} as const satisfies Record<number, ErrorRule>;

export type KnownErrorCode = keyof typeof ERROR_CATALOGUE;

/** Ranges of codes with one rule; a code in the catalogue takes precedence. Both ends are included. */
export const ERROR_RANGES: readonly { from: number; to: number; rule: ErrorRule }[] = [
  { from: 200, to: 299, rule: PERMISSION_RANGE },
  { from: 131_201, to: 131_215, rule: GROUP_RANGE },
  { from: 138_000, to: 138_999, rule: CALLING_RANGE },
];

const UNKNOWN_TRANSIENT = retryWithBackoff(
  PAUSES.few,
  'WhatsApp couldn’t process this right now',
  'No action needed. Parley retries a few times.',
);
const UNKNOWN_FINAL = final(
  'WhatsApp rejected this',
  'Check the details, then correct the message or settings and send again.',
);

export type ClassifiedError = ErrorRule & {
  code: number | null;
  /** False when neither the catalogue nor a range has the code. */
  known: boolean;
  httpStatus: number | null;
  /** The error as WhatsApp sent it, for the details of the message and the log. */
  provider: ProviderError | null;
};

/**
 * Classifies an error. Only the code decides; the HTTP status and the subcode never do, with two exceptions:
 * an unknown code is temporary when the status is 500 or above or WhatsApp calls it transient; and code 100
 * takes its text, not its retry rule, from a subcode of seven digits, the only place with the reason.
 * @param httpStatus  null for an error that came in a webhook
 * @param error       null when the answer had none that could be read
 */
export function classifyError(httpStatus: number | null, error: ProviderError | null): ClassifiedError {
  const found = error?.code == null ? null : findRule(error.code);
  const rule = found ?? (isTemporary(httpStatus, error) ? UNKNOWN_TRANSIENT : UNKNOWN_FINAL);
  return {
    ...rule,
    ...(found === null ? { title: withProviderWords(rule.title, error) } : subcodeWords(error)),
    code: error?.code ?? null,
    known: found !== null,
    httpStatus,
    provider: error,
  };
}

/**
 * The delay before the next automatic attempt.
 * @param attempt attempts that have failed with this error so far, from 1
 * @returns milliseconds, or null: no automatic retry
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

/** An unknown code has no words of ours: WhatsApp's follow, else the code itself. */
function withProviderWords(title: string, error: ProviderError | null): string {
  const said = (error?.userTitle ?? error?.title ?? error?.message)?.replace(/[.!\s]+$/, '');
  if (said) return `${title}: ${said}`;
  return error?.code == null ? title : `${title} (error ${error.code})`;
}

function isTemporary(httpStatus: number | null, error: ProviderError | null): boolean {
  return error?.isTransient === true || (httpStatus !== null && httpStatus >= 500);
}

function subcodeWords(error: ProviderError | null): Partial<Pick<ErrorRule, 'title' | 'nextStep'>> {
  const subcode = error?.code === 100 ? error.subcode : null;
  if (subcode == null || subcode < 2_388_000 || !isKnownCode(subcode)) return {};
  const { title, nextStep } = ERROR_CATALOGUE[subcode];
  return { title, nextStep };
}
