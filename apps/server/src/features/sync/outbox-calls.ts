import type { InputOf, OutputOf } from '@parley/contract';
import type { OutboxRoute } from '@parley/contract/sync';
import type { FastifyRequest } from 'fastify';
import { ApiRefusal, innerCalls } from '../../platform/http/inner-calls.ts';

type Sent = InputOf<'POST /api/sync/outbox'>['body']['calls'][number];
type Answer = OutputOf<'POST /api/sync/outbox'>['answers'][number];

/**
 * Makes the calls of one device for the member who sent them, side by side as a browser would, but for those that follow
 * another.
 */
export async function makeOutboxCalls(request: FastifyRequest, calls: readonly Sent[]): Promise<Answer[]> {
  const api = innerCalls(request.server, request);
  const headers = { 'accept-language': request.headers['accept-language'] };
  const make = async ({ route, id, body }: Sent): Promise<Answer> => {
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
  };
  const answers = await Promise.all(
    rowsOf(calls).map(async (row) => {
      const made: Answer[] = [];
      for (const call of row) {
        const last = made.at(-1);
        made.push(last === undefined || last.status === 200 ? await make(call) : { status: 424, body: {} });
      }
      return made;
    }),
  );
  return answers.flat();
}

/** Each call with those that follow it. */
function rowsOf(calls: readonly Sent[]): Sent[][] {
  const rows: Sent[][] = [];
  for (const call of calls) {
    const row = rows.at(-1);
    if (call.follows === true && row !== undefined) row.push(call);
    else rows.push([call]);
  }
  return rows;
}
