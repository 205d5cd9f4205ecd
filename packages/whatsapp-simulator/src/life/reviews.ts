import type { Account } from '../storage/accounts.ts';
import type { Core } from './core.ts';
import { tellCategory, tellStatus, templatesOf } from './templates.ts';

/** How long a review takes here unless the account asks for another time. */
const usualReviewMs = 1_500;

/** Lets a template's review end after a while, as the account asked for it; a restart begins the waiting anew. */
export function scheduleReview(core: Core, account: Account, id: string): void {
  const { review_ms = usualReviewMs, reject_templates } = account.faults;
  const timer = setTimeout(() => {
    if (core.accounts.findByKey(account.key) !== account) return;
    if (templatesOf(account).find((template) => template.id === id)?.status !== 'PENDING') return;
    if (account.faults.recategorize_templates && !reject_templates) {
      tellCategory(core, account, id, account.faults.recategorize_templates);
    }
    tellStatus(core, account, id, reject_templates ? 'REJECTED' : 'APPROVED', null, reject_templates);
  }, review_ms);
  timer.unref();
}

/** After a start: whatever was being reviewed when the process ended. */
export function resumeReviews(core: Core): void {
  for (const account of core.accounts.list()) {
    for (const { id, status } of templatesOf(account)) if (status === 'PENDING') scheduleReview(core, account, id);
  }
}
