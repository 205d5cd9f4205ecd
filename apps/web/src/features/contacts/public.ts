import { loadWords } from '../../platform/i18n.ts';
import { lazyPart } from '../../platform/lazy-part.tsx';
import type { ContactFactsProps } from './components/contact-facts.tsx';
import type { ListsDialogProps } from './components/lists-dialog.tsx';

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

const withWords = <T>(module: Promise<T>): Promise<T> =>
  Promise.all([module, ...['contacts', 'parts'].map(loadWords)]).then(([loaded]) => loaded);

/** Puts contacts into lists or takes them out. */
export const ListsDialog = lazyPart<ListsDialogProps>(() =>
  withWords(import('./components/lists-dialog.tsx')).then((module) => module.ListsDialog),
);

/** After how many days messages go; for the settings of the business. */
export const RetentionRule = lazyPart<object>(() =>
  withWords(import('./privacy/retention-rule.tsx')).then((module) => module.RetentionRule),
);

/** Receipts of erased persons; for the settings of the business. */
export const ErasureReceipts = lazyPart<object>(() =>
  withWords(import('./privacy/erasure-receipts.tsx')).then((module) => module.ErasureReceipts),
);

/** Conditions that name people, and segments that were saved; for whoever chooses an audience. */
export const loadAudienceParts = () => withWords(import('./audience-parts.ts'));
