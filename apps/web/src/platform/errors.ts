import type { ErrorCode, FieldError, UnavailableReason } from '@parley/contract/types';

/**
 * The server answered with a status other than 2xx. Callers match `code`; `message` is shown only when there is no
 * better text; `data` names invalid fields; `requestId` identifies the call in the server's log.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'unreadable';
  readonly data: FieldError[];
  readonly requestId: string | null;
  /** Seconds the server asked to wait (429 and 503), else null. */
  readonly retryAfterSeconds: number | null;
  /** Why the server is unavailable, where only its operator can help. */
  readonly reason: UnavailableReason | null;

  constructor(facts: {
    status: number;
    code: ErrorCode | 'unreadable';
    message: string;
    data: FieldError[];
    requestId: string | null;
    retryAfterSeconds: number | null;
    reason?: UnavailableReason | null;
  }) {
    super(facts.message);
    this.name = 'ApiError';
    this.status = facts.status;
    this.code = facts.code;
    this.data = facts.data;
    this.requestId = facts.requestId;
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.reason = facts.reason ?? null;
  }
}

/**
 * No answer came. `offline`: the call was not sent or the connection broke; `timeout`: whether it was done is unknown.
 * Calls that create carry a client-generated id, so they can be repeated.
 */
export class NetworkError extends Error {
  readonly kind: 'offline' | 'timeout';

  constructor(kind: 'offline' | 'timeout', cause?: unknown) {
    super(kind === 'offline' ? 'The server couldn’t be reached.' : 'The server did not answer in time.', { cause });
    this.name = 'NetworkError';
    this.kind = kind;
  }
}

/** The specification's error for an address without a route. */
export class PageNotFoundError extends Error {
  readonly status = 404;

  constructor(path: string) {
    super(`Page Not Found ${path}`);
    this.name = 'PageNotFoundError';
  }
}

/** The user may not open this page: the specification's 401 page, decided before any call. */
export class NotAuthorizedError extends Error {
  readonly status = 401;

  constructor() {
    super('Not authorized');
    this.name = 'NotAuthorizedError';
  }
}

/** The status of the error page for an error thrown by a screen: a missing permission (403) shows the 401 page. */
export function pageStatusOf(error: unknown): number {
  if (error instanceof PageNotFoundError || error instanceof NotAuthorizedError) return error.status;
  if (error instanceof ApiError) return error.status === 403 ? 401 : error.status;
  return 500;
}

/** The server's message for one field, or null. */
export function fieldMessage(error: unknown, field: string): string | null {
  if (!(error instanceof ApiError)) return null;
  return error.data.find((entry) => entry.field === field)?.msg ?? null;
}
