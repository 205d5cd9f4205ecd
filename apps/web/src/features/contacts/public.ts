import { lazyComponent } from '../../platform/lazy-component.tsx';
import type { LiveAccount } from '../sync/public.ts';
import type { ContactFactsProps } from './components/contact-facts.tsx';
import type { ListsDialogProps } from './components/lists-dialog.tsx';
import type { MergeDialogProps } from './components/merge/merge-dialog.tsx';
import type { ContactCalls } from './data/contact-calls.ts';

export { useActorName } from './components/use-actor-name.ts';
export { type BroadcastStart, useBroadcastTo } from './data/broadcast-audience.ts';
export { contactName } from './data/contact-name.ts';
export type { ImportDraft } from './data/import/draft.ts';
export { readableNumber } from './data/readable-number.ts';

const lazyParts = () => import('./lazy.ts');

/** Lists, fields and opt-in of a contact, editable in place; loaded when first shown. */
export const ContactFacts = lazyComponent<ContactFactsProps>(async () => (await lazyParts()).contactFacts());

/** The broadcasts a contact received, with their results; inside a QueryScope. */
export const ContactCampaigns = lazyComponent<{ contactId: string }>(async () =>
  (await lazyParts()).contactCampaigns(),
);

/** Notes about a contact, editable in place; inside a QueryScope. */
export const ContactNotes = lazyComponent<{ contactId: string }>(async () => (await lazyParts()).contactNotes());

/** Adds contacts to lists or removes them. */
export const ListsDialog = lazyComponent<ListsDialogProps>(async () => (await lazyParts()).listsDialog());

/** The steps of an import between the file and its check, loaded when first used. */
export const loadImportFields = async () => (await lazyParts()).importFields();

/** Makes one contact of several. */
export const MergeDialog = lazyComponent<MergeDialogProps>(async () => (await lazyParts()).mergeDialog());

/** The retention rule for messages, for the business settings. */
export const RetentionRule = lazyComponent<object>(async () => (await lazyParts()).retentionRule());

/** Erasure receipts, for the business settings. */
export const ErasureReceipts = lazyComponent<object>(async () => (await lazyParts()).erasureReceipts());

/** The filter and segment choices, for choosing an audience. */
export const loadAudienceChoices = async () => (await lazyParts()).audienceChoices();

/** The contact calls of an account, loaded when first used. */
export const contactCalls = async (account: LiveAccount): Promise<ContactCalls> =>
  (await lazyParts()).contactCallsOf(account);
