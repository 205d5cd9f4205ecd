import { randomUUID } from 'node:crypto';
import type { InputOf, OutputOf, RouteKey } from '@parley/contract';
import type { ErrorEnvelope } from '@parley/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type CallApi, RefusedCall } from './tool.ts';

type Parts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: object };

/** Known to this process only, so no other program can claim to be an assistant. */
const mark = randomUUID();
const markHeader = 'x-assistant-call';

/** Whether a call of the API came through a tool. */
export function isAssistantCall({ headers }: FastifyRequest): boolean {
  return headers[markHeader] === mark;
}

/** Calls routes of the API inside this process, as the caller of a request: same key, same address. */
export function apiOf(app: FastifyInstance, { headers, ip }: FastifyRequest): CallApi {
  return async <K extends RouteKey>(route: K, input: InputOf<K>): Promise<OutputOf<K>> => {
    const { params = {}, query = {}, body } = input as Parts;
    const space = route.indexOf(' ');
    const path = route
      .slice(space + 1)
      .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const answer = await app.inject({
      method: route.slice(0, space) as 'GET' | 'POST' | 'PUT',
      url: path,
      query: Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
      headers: {
        authorization: headers.authorization,
        host: headers.host,
        'user-agent': headers['user-agent'],
        [markHeader]: mark,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      remoteAddress: ip,
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    const read = answer.body === '' ? {} : answer.json();
    if (answer.statusCode < 300) return read as OutputOf<K>;
    throw new RefusedCall(describeRefusal(read as ErrorEnvelope));
  };
}

function describeRefusal({ error: { message, data } }: ErrorEnvelope): string {
  return [message, ...data.map(({ field, msg }) => `${field}: ${msg}`)].join(' ');
}
