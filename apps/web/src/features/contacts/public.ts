import { lazyPart } from '../../platform/lazy-part.tsx';
import type { LiveAccount } from '../sync/public.ts';
import type { ContactCalls } from './client/contact-calls.ts';
import type { ContactFactsProps } from './components/contact-facts.tsx';
import type { ListsDialogProps } from './components/lists-dialog.tsx';

export { useActorName } from './components/use-actor-name.ts';
export { contactName } from './contact-name.ts';
export { listLabel } from './list-label.ts';
export { readableNumber } from './readable-number.ts';
export { useDayWords } from './use-day-words.ts';

const elsewhere = () => import('./parts-elsewhere.ts');

/** Lists, fields and opt-in of a contact, changed in place; its code comes with the first that is shown. */
export const ContactFacts = lazyPart<ContactFactsProps>(async () => (await elsewhere()).contactFacts());

/** Puts contacts into lists or takes them out. */
export const ListsDialog = lazyPart<ListsDialogProps>(async () => (await elsewhere()).listsDialog());

/** After how many days messages go; for the settings of the business. */
export const RetentionRule = lazyPart<object>(async () => (await elsewhere()).retentionRule());

/** Receipts of erased persons; for the settings of the business. */
export const ErasureReceipts = lazyPart<object>(async () => (await elsewhere()).erasureReceipts());

/** Conditions that name people, and segments that were saved; for whoever chooses an audience. */
export const loadAudienceParts = async () => (await elsewhere()).audienceParts();

/** The contact calls of an account; their code comes with the first of them. */
export const contactCalls = async (account: LiveAccount): Promise<ContactCalls> =>
  (await elsewhere()).contactCallsOf(account);
