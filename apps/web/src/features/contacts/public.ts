import { loadWords } from '../../platform/i18n.ts';
import { lazyPart } from '../../platform/lazy-part.tsx';
import type { LiveAccount } from '../sync/public.ts';
import type { ContactCalls } from './client/contact-calls.ts';
import type { ContactFactsProps } from './components/contact-facts.tsx';
import type { FilterChoiceProps } from './components/filter-choice.tsx';
import type { ListsDialogProps } from './components/lists-dialog.tsx';
import type { SegmentChoiceProps } from './components/segment-choice.tsx';
import type { ListsFieldProps } from './form/lists-field.tsx';

export { useActorName } from './components/use-actor-name.ts';
export { contactName } from './contact-name.ts';
export { listLabel } from './list-label.ts';
export { readableNumber } from './readable-number.ts';
export { useDayWords } from './use-day-words.ts';

/** Lists, fields and opt-in of a contact, changed in place; its code comes with the first that is shown. */
export const ContactFacts = lazyPart<ContactFactsProps>(async () => {
  const words = ['contacts', 'parts', 'team'].map(loadWords);
  const [module] = await Promise.all([import('./components/contact-facts.tsx'), ...words]);
  return module.ContactFacts;
});

/** The contact calls of an account; their code comes with the first of them. */
export const contactCalls = (account: LiveAccount): Promise<ContactCalls> =>
  import('./client/use-contact-calls.ts').then((module) => module.contactCallsOf(account));

const elsewhere = () => import('./parts-elsewhere.ts');

/** Puts contacts into lists or takes them out. */
export const ListsDialog = lazyPart<ListsDialogProps>(async () => (await elsewhere()).listsDialog());

/** After how many days messages go; for the settings of the business. */
export const RetentionRule = lazyPart<object>(async () => (await elsewhere()).retentionRule());

/** Receipts of erased persons; for the settings of the business. */
export const ErasureReceipts = lazyPart<object>(async () => (await elsewhere()).erasureReceipts());

/** Conditions that name people, and segments that were saved; for whoever chooses an audience. */
export const FilterChoice = lazyPart<FilterChoiceProps>(async () => (await elsewhere()).filterChoice());
export const SegmentChoice = lazyPart<SegmentChoiceProps>(async () => (await elsewhere()).segmentChoice());

/** Lists somebody is put into, found or made while typing. */
export const ListsField = lazyPart<ListsFieldProps>(async () => (await elsewhere()).listsField());
