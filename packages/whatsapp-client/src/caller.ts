import type { GraphCall } from './graph-call.ts';
import type { HttpOutcome } from './http-exchange.ts';

/** What every call takes. `timeoutMs` covers the whole call, waiting for a connection included. */
export type CallBasics = { accessToken: string; timeoutMs?: number; signal?: AbortSignal };

/** One exchange with Graph over the client's connections; never rejects. */
export type Caller = (call: GraphCall) => Promise<HttpOutcome>;

/** One page of a list; `after` asks for the next one, null at the end. */
export type GraphPage<Row> = { rows: Row[]; after: string | null };

export type PageRequest = {
  /** Rows a page; Graph's own default when missing. */
  limit?: number;
  after?: string | null;
};
