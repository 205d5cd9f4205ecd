import { type OutboxRoute, outboxLimits } from '@parley/contract/sync';
import type { InputOf, OutputOf } from '@parley/contract/types';
import type { ApiCall, ApiOptions } from '../../../platform/api.ts';
import { ApiError } from '../../../platform/errors.ts';
import { apiErrorFrom } from '../../../platform/http.ts';
import { jsonBytes } from './cache.ts';

/** While answers come in, what leaves next is gathered this long: one answer frees many queues one after the other. */
const gatherMs = 50;

type Waiting = {
  route: OutboxRoute;
  input: { params?: { id: string }; body: object };
  options: ApiOptions | undefined;
  bytes: number;
  resolve: (answer: never) => void;
  reject: (error: unknown) => void;
};

export type OutboxCall = <K extends OutboxRoute>(
  route: K,
  input: InputOf<K>,
  options?: ApiOptions,
) => Promise<OutputOf<K>>;

/**
 * Calls that begin together leave as one: after an hour without a connection hundreds wait, and a browser makes six at a
 * time, each as long as the line is slow. One alone is made as itself.
 * @returns a call with the answers and errors of `api`
 */
export function gatherCalls(api: ApiCall): OutboxCall {
  let waiting: Waiting[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let underWay = 0;
  let answeredMs = Number.NEGATIVE_INFINITY;

  const alone = ({ route, input, options, resolve, reject }: Waiting) =>
    (api(route, input as never, options) as Promise<never>).then(resolve, reject);

  const together = async (calls: readonly Waiting[]) => {
    try {
      const { answers } = await api('POST /api/sync/outbox', {
        body: {
          calls: calls.map(({ route, input: { params, body } }) => ({
            route,
            ...(params === undefined ? {} : { id: params.id }),
            body: body as Record<string, unknown>,
          })),
        },
      });
      for (const [index, { resolve, reject }] of calls.entries()) {
        const { status, body, retry_after: retryAfter } = answers[index] ?? { status: 500, body: {} };
        if (status < 300) resolve(body as never);
        else reject(apiErrorFrom(status, retryAfter === undefined ? null : String(retryAfter), JSON.stringify(body)));
      }
    } catch (error) {
      // A refusal of them all is of none of them: each is told its own.
      if (error instanceof ApiError && [400, 413, 422].includes(error.status)) await Promise.all(calls.map(alone));
      else for (const { reject } of calls) reject(error);
    }
  };

  const send = () => {
    timer = undefined;
    const now = waiting;
    waiting = [];
    for (const calls of partsOf(now)) {
      underWay += 1;
      const [only] = calls;
      const sent = calls.length === 1 && only !== undefined ? alone(only) : together(calls);
      void sent.finally(() => {
        underWay -= 1;
        answeredMs = performance.now();
      });
    }
  };

  return <K extends OutboxRoute>(route: K, input: InputOf<K>, options?: ApiOptions) =>
    new Promise<OutputOf<K>>((resolve, reject) => {
      const parts = input as Waiting['input'];
      waiting.push({ route, input: parts, options, bytes: jsonBytes(parts.body), resolve, reject });
      const answersComeIn = underWay > 0 || performance.now() - answeredMs < gatherMs;
      timer ??= setTimeout(send, answersComeIn ? gatherMs : 0);
    });
}

/** In parts that one call may have. */
function partsOf(calls: readonly Waiting[]): Waiting[][] {
  const parts: Waiting[][] = [];
  let bytes = 0;
  for (const call of calls) {
    const last = parts.at(-1);
    bytes += call.bytes;
    if (last === undefined || last.length === outboxLimits.calls || bytes > outboxLimits.bytes) {
      parts.push([call]);
      bytes = call.bytes;
    } else last.push(call);
  }
  return parts;
}
