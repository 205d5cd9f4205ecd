import type { Core } from '../engine/core.ts';
import type { Reply } from './exchange.ts';

/** Answers HEAD, which names no account: an empty response whose time follows any account's clock fault. */
export function answerHead(core: Core): Reply {
  const offsetMs = core.accounts.list().find(({ faults }) => faults.date_offset_ms !== undefined)
    ?.faults.date_offset_ms;
  const date = new Date(Date.now() + (offsetMs ?? 0)).toUTCString();
  return { status: 404, headers: { date }, chunks: [] };
}
