import type { Readable } from 'node:stream';
import type { InputOf, OutputOf, RouteKey } from '@parley/contract';
import type { ErrorEnvelope } from '@parley/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';

type Parts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: object };

/** What a call has besides its input. `payload`: the body of a route that takes a file. */
export type InnerExtras = { headers?: Record<string, string | undefined>; payload?: Readable };

/**
 * Calls a route of the API inside this process: scopes, limits, the log of requests and the audit log apply as to any
 * program.
 * @throws ApiRefusal when the API refuses
 */
export type InnerCall = <K extends RouteKey>(route: K, input: InputOf<K>, extras?: InnerExtras) => Promise<OutputOf<K>>;

/** The API refused an inner call. */
export class ApiRefusal extends Error {
  readonly status: number;
  readonly error: ErrorEnvelope['error'];
  readonly retryAfterS: number | undefined;

  constructor(status: number, { error }: ErrorEnvelope, retryAfter: unknown) {
    super(error.message);
    this.status = status;
    this.error = error;
    this.retryAfterS = retryAfter === undefined ? undefined : Number(retryAfter);
  }
}

/** The API for the caller of a request: same key, same address. @param marks headers that tell where a call came from */
export function innerCalls(
  app: FastifyInstance,
  { headers, ip }: FastifyRequest,
  marks: Record<string, string> = {},
): InnerCall {
  return async <K extends RouteKey>(route: K, input: InputOf<K>, extras: InnerExtras = {}): Promise<OutputOf<K>> => {
    const { params = {}, query = {}, body } = input as Parts;
    const space = route.indexOf(' ');
    const path = route
      .slice(space + 1)
      .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const payload = extras.payload ?? (body === undefined ? undefined : JSON.stringify(body));
    const answer = await app.inject({
      method: route.slice(0, space) as 'DELETE' | 'GET' | 'POST' | 'PUT',
      url: path,
      query: present(query),
      headers: present({
        authorization: headers.authorization,
        host: headers.host,
        'user-agent': headers['user-agent'],
        ...marks,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...extras.headers,
      }),
      remoteAddress: ip,
      ...(payload !== undefined && { payload }),
    });
    const read = answer.body === '' ? {} : answer.json();
    if (answer.statusCode < 300) return read as OutputOf<K>;
    throw new ApiRefusal(answer.statusCode, read as ErrorEnvelope, answer.headers['retry-after']);
  };
}

function present(values: Record<string, unknown>): Record<string, string> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
