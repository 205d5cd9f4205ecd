import type { Account } from '../storage/accounts.ts';
import type { Core } from './core.ts';
import { sendCategoryUpdate, sendStatusUpdate, templatesOf } from './templates.ts';

/** Default duration of a review. */
const usualReviewMs = 1_500;

const timers = new WeakMap<Core, Set<NodeJS.Timeout>>();

/** Schedules the end of a template's review, as the account's settings say; a restart starts the wait again. */
export function scheduleReview(core: Core, account: Account, id: string): void {
  const { review_ms = usualReviewMs, reject_templates } = account.faults;
  const running = timers.get(core) ?? new Set();
  timers.set(core, running);
  const timer = setTimeout(() => {
    running.delete(timer);
    if (core.accounts.findByKey(account.key) !== account) return;
    if (templatesOf(account).find((template) => template.id === id)?.status !== 'PENDING') return;
    if (account.faults.recategorize_templates && !reject_templates) {
      sendCategoryUpdate(core, account, id, account.faults.recategorize_templates);
    }
    sendStatusUpdate(core, account, id, reject_templates ? 'REJECTED' : 'APPROVED', null, reject_templates);
  }, review_ms);
  timer.unref();
  running.add(timer);
}

/** Before the database closes; the next start takes up what was being reviewed. */
export function stopReviews(core: Core): void {
  for (const timer of timers.get(core) ?? []) clearTimeout(timer);
}

/** After a start: resumes reviews that were in progress. */
export function resumeReviews(core: Core): void {
  for (const account of core.accounts.list()) {
    for (const { id, status } of templatesOf(account)) if (status === 'PENDING') scheduleReview(core, account, id);
  }
}
