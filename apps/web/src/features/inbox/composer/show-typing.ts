import type { LiveAccount } from '../../sync/public.ts';

/** WhatsApp shows it for 25 seconds at most. */
const againMs = 20_000;

let shown = { threadId: '', untilMs: 0 };

/** Shows the customer that the team types. Nothing depends on it, so that a failure is not told. */
export function showTyping(account: LiveAccount, threadId: string): void {
  const now = Date.now();
  if (shown.threadId === threadId && now < shown.untilMs) return;
  shown = { threadId, untilMs: now + againMs };
  account.api('POST /api/threads/{id}/typing', { params: { id: threadId } }).catch(() => undefined);
}

/** WhatsApp ends it with the message: the next key shows it again. */
export function endTyping(): void {
  shown = { threadId: '', untilMs: 0 };
}
