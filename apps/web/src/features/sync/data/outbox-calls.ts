import { type OutboxRoute, outboxLimits } from '@parley/contract/sync';
import type { InputOf, OutputOf } from '@parley/contract/types';
import type { ApiCall, ApiOptions } from '../../../platform/api.ts';
import { ApiError, NetworkError } from '../../../platform/errors.ts';
import { apiErrorFrom } from '../../../platform/http.ts';
import { jsonBytes } from './cache.ts';
import { type CallInOrder, type InOrder, makeOneByOne } from './one-by-one.ts';

/** While answers come in, what leaves next is gathered this long: one answer frees many queues one after the other. */
const gatherMs = 50;
/** Made by the server when the call that it follows was refused: the call itself was not made. */
const notMade = 424;

type Row = {
  route: OutboxRoute;
  inputs: readonly { params?: { id: string }; body: object }[];
  options: ApiOptions | undefined;
  bytes: number;
  resolve: (result: Result) => void;
};
/** As `InOrder`, of any route. */
type Result = { answers: never[]; error?: unknown };

/**
 * Calls that begin together leave as one: after an hour without a connection hundreds wait, and a browser makes six at a
 * time, each as long as the line is slow. One alone is made as itself.
 */
export function gatherCalls(api: ApiCall): CallInOrder {
  let waiting: Row[] = [];
  let isGathering = false;
  let underWay = 0;
  let answeredMs = Number.NEGATIVE_INFINITY;

  const alone = async ({ route, inputs, options, resolve }: Row) =>
    resolve((await makeOneByOne(api, route, inputs as never, options)) as unknown as Result);

  const together = async (rows: readonly Row[]) => {
    try {
      const { answers } = await api('POST /api/sync/outbox', { body: { calls: rows.flatMap(callsOf) } });
      let at = 0;
      for (const { inputs, resolve } of rows) {
        resolve(resultOf(answers.slice(at, at + inputs.length)));
        at += inputs.length;
      }
    } catch (error) {
      // A refusal of them all is of none of them: each is told its own.
      if (error instanceof ApiError && [400, 413, 422].includes(error.status)) await Promise.all(rows.map(alone));
      else for (const { resolve } of rows) resolve({ answers: [], error });
    }
  };

  const send = () => {
    isGathering = false;
    const now = waiting;
    waiting = [];
    for (const rows of partsOf(now)) {
      underWay += 1;
      const [only] = rows;
      const isAlone = rows.length === 1 && only?.inputs.length === 1;
      void (isAlone ? alone(only) : together(rows)).finally(() => {
        underWay -= 1;
        answeredMs = performance.now();
      });
    }
  };

  return <K extends OutboxRoute>(route: K, inputs: readonly InputOf<K>[], options?: ApiOptions) =>
    new Promise<InOrder<K>>((resolve) => {
      const parts = inputs as Row['inputs'];
      waiting.push({ route, inputs: parts, options, bytes: jsonBytes(parts), resolve });
      if (isGathering) return;
      isGathering = true;
      const answersComeIn = underWay > 0 || performance.now() - answeredMs < gatherMs;
      setTimeout(send, answersComeIn ? gatherMs : 0);
    });
}

function callsOf({ route, inputs }: Row) {
  return inputs.map(({ params, body }, index) => ({
    route,
    ...(params === undefined ? {} : { id: params.id }),
    body: body as Record<string, unknown>,
    ...(index === 0 ? {} : { follows: true }),
  }));
}

function resultOf(answers: OutputOf<'POST /api/sync/outbox'>['answers']): Result {
  const failed = answers.findIndex(({ status }) => status >= 300);
  const done = (failed === -1 ? answers : answers.slice(0, failed)).map(({ body }) => body as never);
  const refusal = answers[failed];
  // An answer for none of them is none.
  if (done.length === 0 && (refusal === undefined || refusal.status === notMade))
    return { answers: done, error: new NetworkError('offline') };
  if (refusal === undefined || refusal.status === notMade) return { answers: done };
  const { status, body, retry_after: retryAfter } = refusal;
  const error = apiErrorFrom(status, retryAfter === undefined ? null : String(retryAfter), JSON.stringify(body));
  return { answers: done, error };
}

/** In parts that one call may have. */
function partsOf(rows: readonly Row[]): Row[][] {
  const parts: { rows: Row[]; calls: number; bytes: number }[] = [];
  for (const row of rows) {
    const last = parts.at(-1);
    const calls = (last?.calls ?? 0) + row.inputs.length;
    const bytes = (last?.bytes ?? 0) + row.bytes;
    if (last !== undefined && calls <= outboxLimits.calls && bytes <= outboxLimits.bytes)
      Object.assign(last, { calls, bytes, rows: [...last.rows, row] });
    else parts.push({ rows: [row], calls: row.inputs.length, bytes: row.bytes });
  }
  return parts.map((part) => part.rows);
}
