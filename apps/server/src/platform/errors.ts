import { type ErrorCode, type ErrorEnvelope, errorCodes, type FieldError } from '@parley/contract/errors';

type Details = {
  message?: string;
  data?: FieldError[];
  cause?: unknown;
  /** Seconds after which the caller may try again; sent as Retry-After. */
  retryAfterS?: number;
};

const defaultMessages: Partial<Record<ErrorCode, string>> = {
  bad_request: 'The request could not be read.',
  forbidden: 'You are not allowed to do this.',
  internal: 'There was a problem processing your request. Please try again later.',
  not_found: 'This was not found.',
  payload_too_large: 'This is too large.',
  too_many_requests: 'Too many attempts. Please wait a little.',
  unauthorized: 'Please sign in again.',
  unavailable: 'The server is busy starting or restarting. Please try again in a moment.',
  unsupported_media_type: 'Send JSON.',
};

/** An error the caller is told about: its code decides the status, its data names the fields. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly data: FieldError[];
  readonly retryAfterS: number | undefined;

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? details.data?.[0]?.msg ?? defaultMessages[code] ?? code, { cause: details.cause });
    this.code = code;
    this.data = details.data ?? [];
    this.retryAfterS = details.retryAfterS;
  }

  get status(): number {
    return errorCodes[this.code].status;
  }

  envelope(requestId: string): ErrorEnvelope {
    return { error: { code: this.code, message: this.message, data: this.data, request_id: requestId } };
  }
}

/** 422 for one field. */
export function invalid(field: string, msg: string): AppError {
  return new AppError('validation_failed', { data: [{ field, msg }] });
}

// Classes of PostgreSQL: 08 connection, 40 rolled back (deadlock), 53 no resources, 55 not now, 57 stopped, 58 system;
// 25006 a standby, 25P03 and 25P04 transactions ended for lasting too long. The others are Node's.
const passing = /^(?:08|40|53|55|57|58)...$|^25(?:006|P03|P04)$|^(?:ECONNREFUSED|ECONNRESET|EPIPE)$/;

/**
 * Whether an error says that the database cannot do it now, so that the very same may succeed later: nothing is wrong
 * with what was asked.
 */
export function isDatabaseGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  return (
    (typeof code === 'string' && passing.test(code)) ||
    // The socket of a database that is not there; any other missing file is another matter.
    (code === 'ENOENT' && syscall === 'connect') ||
    /Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed/.test(
      error.message,
    )
  );
}

/** PostgreSQL's error code of an error, or undefined for errors of another origin. */
export function pgCode(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : undefined;
}
