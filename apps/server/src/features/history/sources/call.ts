import { setTimeout as wait } from 'node:timers/promises';
import { addressErrorMessages } from '../../../platform/outbound/address-errors.ts';
import { postExternal } from '../../../platform/outbound/post.ts';

/** Another tool can’t be read: words for the member, and the field that they typed. */
export class ToolProblem extends Error {
  readonly field: 'url' | 'key';
  /** Of the answer. */
  readonly status: number | null;

  constructor(field: 'url' | 'key', message: string, status: number | null = null) {
    super(message);
    this.field = field;
    this.status = status;
  }
}

/** It asks to be called again later. */
export class ToolWaits extends Error {
  readonly forMs: number;

  constructor(forMs: number) {
    super(`asked to wait for ${forMs} ms`);
    this.forMs = forMs;
  }
}

/** It did not answer this time. */
export class ToolSilent extends Error {}

/** How a tool is called by an import. */
export type ToolCalls = {
  /** Its name, for the member. */
  name: string;
  headers: Record<string, string>;
  /** Waits until it may be called again. */
  pace: () => Promise<void>;
  /** Private `host:port` that may be called nevertheless. */
  allowed: readonly string[];
  signal: AbortSignal;
};

/**
 * Reads JSON from a tool. With a body it is a POST.
 * @throws ToolProblem for what asking again does not mend, ToolWaits, or ToolSilent
 */
export type CallTool = (url: string, body?: unknown) => Promise<unknown>;

const timeoutMs = 60_000;
const mostBytes = 16_777_216;
const defaultWaitMs = 60_000;
const longestWaitMs = 3_600_000;

/** Waits between calls, so that the limit of a tool is not reached. @param paceMs between two of them */
export function paceOf(paceMs: number): ToolCalls['pace'] {
  let next = 0;
  return async () => {
    await wait(Math.max(0, next - performance.now()));
    next = performance.now() + paceMs;
  };
}

/** Calls a tool at its pace. */
export function toolCaller(calls: ToolCalls): CallTool {
  return async (url, body) => {
    await calls.pace();
    return callOnce(url, body, calls);
  };
}

async function callOnce(url: string, body: unknown, { name, headers, allowed, signal }: ToolCalls): Promise<unknown> {
  const outcome = await postExternal({
    ...(body === undefined && { method: 'GET' as const }),
    url,
    headers: {
      ...headers,
      ...{ accept: 'application/json', 'accept-encoding': 'identity' },
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
    timeoutMs,
    maxAnswerBytes: mostBytes,
    ...{ allowed, signal },
  });
  signal.throwIfAborted();
  if (outcome.kind === 'refused') throw new ToolProblem('url', addressErrorMessages[outcome.problem]);
  if (outcome.kind !== 'answer') throw new ToolSilent(outcome.detail);
  if (outcome.status !== 200) throw problemOf(outcome.status, outcome.headers['retry-after'], name);
  try {
    // PostgreSQL's texts have no U+0000.
    return JSON.parse(outcome.body.toString('utf8').replaceAll('\\u0000', '').toWellFormed());
  } catch {
    throw new ToolProblem('url', `This address doesn’t answer like ${name}. Check it.`);
  }
}

function problemOf(status: number, retryAfter: string | undefined, name: string): Error {
  if (status === 429 || (status === 503 && retryAfter !== undefined)) return new ToolWaits(waitOf(retryAfter));
  if (status >= 500) return new ToolSilent(`it answered ${status}`);
  if (status === 401)
    return new ToolProblem('key', `${name} refused this key. Copy it again, or make a new one.`, status);
  if (status === 403)
    return new ToolProblem('key', `This key may not read everything in ${name}: it answered 403.`, status);
  return new ToolProblem('url', `This address doesn’t answer like ${name}: it answered ${status}. Check it.`, status);
}

/** How long a `Retry-After` asks to wait, in milliseconds. @param header seconds, or a date */
export function waitOf(header: string | undefined): number {
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header ?? '') - Date.now();
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, longestWaitMs) : defaultWaitMs;
}
