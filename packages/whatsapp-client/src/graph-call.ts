import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';

import { isObject, type JsonObject } from './fields.ts';
import { exchange, type HttpAnswer, type HttpOutcome } from './http-exchange.ts';
import { parseJsonKeepingIds } from './parse-json.ts';
import { toStorable } from './storable.ts';

/** The URL of Graph: `https://graph.facebook.com`, or the simulator with its path. */
export type GraphBase = { origin: string; pathPrefix: string };

export type GraphCall = {
  /** Below the version, without a leading slash; ids in it must be encoded already. */
  path: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** Null for the one call that contains its secret itself (exchange of a sign-up code). */
  accessToken: string | null;
  /** `Bearer` unless Graph documents otherwise: resumable uploads use `OAuth`. */
  scheme?: 'Bearer' | 'OAuth';
  body?: unknown;
  /** Instead of `body`: bytes other than JSON. A stream is read once; its size must be known. */
  raw?: RawBody;
  headers?: Readonly<Record<string, string>>;
  timeoutMs?: number;
  signal?: AbortSignal;
};

export type RawBody = { content: Buffer | Readable; sizeBytes: number; contentType: string };

/** Long enough for a slow WhatsApp; slower calls are unknown and settled by statuses. */
export const DEFAULT_TIMEOUT_MS = 20_000;

/** Responses are a few hundred bytes; Graph never sends a megabyte. */
export const MAX_ANSWER_BYTES = 1024 * 1024;

/**
 * @param baseUrl http or https, without query; a path is allowed
 * @param version `v23.0` or `23.0`
 * @throws TypeError on anything else: it is configuration, checked at startup
 */
export function parseGraphBase(baseUrl: string, version: string): GraphBase {
  const url = URL.parse(baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new TypeError(`Graph base address is not usable: ${baseUrl}`);
  }
  const number = /^v?(\d{1,3}\.\d{1,2})$/.exec(version)?.[1];
  if (number === undefined) throw new TypeError(`Graph version is not usable: ${version}`);
  return { origin: url.origin, pathPrefix: `${url.pathname.replace(/\/+$/, '')}/v${number}` };
}

/** One call with JSON in and out. Never rejects. */
export function callGraph(dispatcher: Dispatcher, base: GraphBase, call: GraphCall): Promise<HttpOutcome> {
  const { raw, accessToken } = call;
  const json = call.body === undefined ? null : Buffer.from(JSON.stringify(call.body));
  return exchange(dispatcher, {
    origin: base.origin,
    path: `${base.pathPrefix}/${call.path}`,
    method: call.method,
    headers: {
      ...(accessToken === null ? {} : { authorization: `${call.scheme ?? 'Bearer'} ${accessToken}` }),
      accept: 'application/json',
      ...(json === null ? {} : { 'content-type': 'application/json' }),
      ...(raw === undefined ? {} : { 'content-type': raw.contentType, 'content-length': String(raw.sizeBytes) }),
      ...call.headers,
    },
    body: raw?.content ?? json,
    timeoutMs: call.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    maxAnswerBytes: MAX_ANSWER_BYTES,
    signal: call.signal,
  });
}

/** The answer's JSON object, fit for the database; null when it is none. */
export function readAnswer(answer: HttpAnswer): JsonObject | null {
  try {
    const { value } = toStorable(parseJsonKeepingIds(answer.body.toString('utf8')));
    return isObject(value) ? value : null;
  } catch {
    // Not JSON: a proxy's page, a truncated response. The caller decides by the status.
    return null;
  }
}

/** An id for use as one path segment. */
export function segment(id: string): string {
  return encodeURIComponent(id.toWellFormed()).replaceAll('.', '%2E');
}
