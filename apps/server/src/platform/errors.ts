import {
  type ErrorCode,
  type ErrorEnvelope,
  type ErrorExtras,
  errorCodes,
  type FieldError,
  type UnavailableReason,
} from '@parley/contract/errors';
import type { Language } from '@parley/contract/languages';
import { translate } from './texts/translate.ts';

type ErrorDetails = {
  message?: string;
  data?: FieldError[];
  /** Further data that the caller needs besides code and message. */
  also?: ErrorExtras;
  cause?: unknown;
  /** Seconds after which the caller may retry; sent as Retry-After. */
  retryAfterS?: number;
};

const defaultMessages: Partial<Record<ErrorCode, string>> = {
  bad_request: 'The request couldn’t be read.',
  forbidden: 'You are not allowed to do this.',
  internal: 'There was a problem processing your request. Please try again later.',
  not_found: 'This was not found.',
  payload_too_large: 'This is too large.',
  request_timeout: 'The request did not arrive in time. Try again.',
  too_many_requests: 'Too many attempts. Please wait a little.',
  unauthorized: 'Please sign in again.',
  unavailable: 'The server is busy starting or restarting. Please try again in a moment.',
  unsupported_media_type: 'Send JSON.',
};

/** Sentences for callers; operators get the database's own words as well. */
export const reasonMessages: Record<UnavailableReason, string> = {
  database_overloaded: 'The server is overloaded. Please try again in a moment.',
  database_silent: 'The database does not answer.',
  disk_full: 'The server’s disk is full. Nothing can be saved until its operator makes room.',
  storage_damaged: 'A part of the server’s stored data can’t be read. Its operator has been told.',
};

/** An error for the caller: its code decides the status, its data names the fields. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly data: FieldError[];
  readonly also: ErrorExtras;
  readonly retryAfterS: number | undefined;

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.message ?? details.data?.[0]?.msg ?? defaultMessages[code] ?? code, { cause: details.cause });
    this.code = code;
    this.data = details.data ?? [];
    this.also = details.also ?? {};
    this.retryAfterS = details.retryAfterS;
  }

  get status(): number {
    return errorCodes[this.code].status;
  }

  /** The error in the language of its caller. */
  envelope(requestId: string, language: Language): ErrorEnvelope {
    const message = translate(language, this.message);
    const data = this.data.map((problem) => ({ ...problem, msg: translate(language, problem.msg) }));
    return { error: { code: this.code, message, data, ...this.also, request_id: requestId } };
  }
}

/** 422 for one field. */
export function invalid(field: string, msg: string): AppError {
  return new AppError('validation_failed', { data: [{ field, msg }] });
}

// PostgreSQL's classes: 08 connection, 40 rolled back (deadlock), 53 insufficient resources, 55 not in prerequisite
// state, 57 operator intervention, 58 system; 25006 a standby, 25P03 and 25P04 timed-out transactions. The others are
// Node's.
const transientErrors = /^(?:08|40|53|55|57|58)...$|^25(?:006|P03|P04)$|^(?:ECONNREFUSED|ECONNRESET|EPIPE)$/;

/** Whether the database is temporarily unavailable, so that the same request may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  return (
    (typeof code === 'string' && transientErrors.test(code)) ||
    // The socket of a database that is not running; any other missing file is not a database error.
    (code === 'ENOENT' && syscall === 'connect') ||
    /Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed/.test(
      error.message,
    )
  );
}

/** PostgreSQL's error code, or undefined for other errors. */
export function pgCode(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : undefined;
}
