import type { ErrorEnvelope } from '@parley/contract/types';
import { noteCall } from './client-events.ts';
import { ApiError, NetworkError } from './errors.ts';
import { pageLanguage } from './formats.ts';

/** Timeouts of calls in milliseconds, by the specification. */
export const timeoutsMs = { desktop: 30_000, mobile: 60_000 } as const;

export type HttpRequest = {
  method: string;
  url: string;
  /** ID token for the Authorization header. */
  token?: string | null;
  /** Sent as JSON; a Blob is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
  timeoutMs?: number;
  signal?: AbortSignal;
  /** Ends the call like a lost connection. */
  ended?: AbortSignal;
  /** Lets the call outlive the page (sign-out on leaving). */
  keepalive?: boolean;
};

/** One HTTP call. @returns the JSON body, undefined for an empty one. @throws ApiError, NetworkError, or the caller's abort. */
export function sendHttp(request: HttpRequest): Promise<unknown> {
  return send(request, async (response) => {
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  });
}

/** One HTTP call whose answer is a file. @throws as `sendHttp` */
export function fetchFile(request: HttpRequest): Promise<Blob> {
  return send(request, (response) => response.blob());
}

async function send<T>(request: HttpRequest, read: (response: Response) => Promise<T>): Promise<T> {
  const deadline = AbortSignal.timeout(request.timeoutMs ?? defaultTimeoutMs());
  const signal = AbortSignal.any([deadline, request.signal ?? deadline, request.ended ?? deadline]);
  const headers = new Headers(request.headers);
  // What the server says is shown on the page.
  headers.set('Accept-Language', pageLanguage());
  // The refresh token is set as a cookie that scripts cannot read. A browser without cookies gets it in the answer.
  if (navigator.cookieEnabled) headers.set('X-Parley-Session', 'cookie');
  if (request.token) headers.set('Authorization', `Bearer ${request.token}`);
  let body: BodyInit | undefined;
  if (request.body instanceof Blob) {
    body = request.body;
  } else if (request.body !== undefined) {
    headers.set('Content-Type', 'application/json');
    body = JSON.stringify(request.body);
  }
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers,
      body,
      signal,
      keepalive: request.keepalive ?? false,
    });
    noteCall(request.method, request.url, response.status, response.headers.get('x-request-id'));
    if (!response.ok) throw apiErrorFrom(response.status, response.headers.get('Retry-After'), await response.text());
    return await read(response);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (request.signal?.aborted) throw error;
    noteCall(request.method, request.url, 0, null);
    if (deadline.aborted) throw new NetworkError('timeout', error);
    // A body that is not JSON comes from an intermediary (a captive portal): treated as no answer.
    throw new NetworkError('offline', error);
  }
}

/** The error for an answer other than 2xx. */
export function apiErrorFrom(status: number, retryAfterHeader: string | null, text: string): ApiError {
  const error = readError(text);
  const retryAfter = Number(retryAfterHeader ?? Number.NaN);
  return new ApiError({
    status,
    code: error.code ?? 'unreadable',
    message: String(error.message ?? `HTTP ${status}`),
    data: Array.isArray(error.data) ? error.data : [],
    requestId: error.request_id ?? null,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
    reason: error.reason ?? null,
  });
}

function readError(text: string): Partial<ErrorEnvelope['error']> {
  try {
    const { error } = JSON.parse(text) as Partial<ErrorEnvelope>;
    return typeof error?.code === 'string' ? error : {};
  } catch {
    // A proxy's error page; the status is enough.
    return {};
  }
}

function defaultTimeoutMs(): number {
  return /Mobi|Android/i.test(navigator.userAgent) ? timeoutsMs.mobile : timeoutsMs.desktop;
}
