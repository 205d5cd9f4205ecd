import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiRefusal, innerCalls } from '../../platform/http/inner-calls.ts';
import { type CallApi, RefusedCall } from './tool.ts';

/** Known to this process only, so no other program can claim to be an assistant. */
const mark = randomUUID();
const markHeader = 'x-assistant-call';

/** Whether a call of the API came through a tool. */
export function isAssistantCall({ headers }: FastifyRequest): boolean {
  return headers[markHeader] === mark;
}

/** The API for the tools of one request. */
export function apiOf(app: FastifyInstance, request: FastifyRequest): CallApi {
  const call = innerCalls(app, request, { [markHeader]: mark });
  return (route, input) =>
    call(route, input).catch((error: unknown) => {
      throw error instanceof ApiRefusal ? new RefusedCall(describeRefusal(error)) : error;
    });
}

function describeRefusal({ error: { message, data } }: ApiRefusal): string {
  return [message, ...data.map(({ field, msg }) => `${field}: ${msg}`)].join(' ');
}
