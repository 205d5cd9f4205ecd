import type { InputOf, OutputOf } from '@parley/contract';
import type { OutboxRoute } from '@parley/contract/sync';
import type { FastifyRequest } from 'fastify';
import { ApiRefusal, innerCalls } from '../../platform/http/inner-calls.ts';

type Sent = InputOf<'POST /api/sync/outbox'>['body']['calls'][number];
type Answer = OutputOf<'POST /api/sync/outbox'>['answers'][number];

/**
 * Makes the calls of one device for the member who sent them. They run side by side, as a browser would make them: what
 * has an order is sent one after the other by the device.
 */
export function makeOutboxCalls(request: FastifyRequest, calls: readonly Sent[]): Promise<Answer[]> {
  const api = innerCalls(request.server, request);
  const headers = { 'accept-language': request.headers['accept-language'] };
  return Promise.all(
    calls.map(async ({ route, id, body }): Promise<Answer> => {
      const parts = { ...(id === undefined ? {} : { params: { id } }), body };
      try {
        return { status: 200, body: await api(route, parts as InputOf<OutboxRoute>, { headers }) };
      } catch (error) {
        if (!(error instanceof ApiRefusal)) throw error;
        const { status, retryAfterS } = error;
        return {
          status,
          body: { error: error.error },
          ...(retryAfterS === undefined ? {} : { retry_after: retryAfterS }),
        };
      }
    }),
  );
}
