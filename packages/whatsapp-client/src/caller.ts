import type { GraphCall } from './graph-call.ts';
import type { HttpOutcome } from './http-exchange.ts';

/** The common parameters of every call. `timeoutMs` covers the whole call, including waiting for a connection. */
export type CallBasics = { accessToken: string; timeoutMs?: number; signal?: AbortSignal };

/** One exchange with Graph over the client's connections; never rejects. */
export type Caller = (call: GraphCall) => Promise<HttpOutcome>;

/** One page of a list; `after` asks for the next one, null at the end. */
export type GraphPage<Row> = { rows: Row[]; after: string | null };

export type PageRequest = {
  /** Rows per page; Graph's default when missing. */
  limit?: number;
  after?: string | null;
};
