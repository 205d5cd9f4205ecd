import { loadWords } from '../../platform/i18n.ts';
import { lazyPart } from '../../platform/lazy-part.tsx';
import type { LiveAccount } from '../sync/public.ts';
import type { ContactCalls } from './client/contact-calls.ts';
import type { ContactFactsProps } from './components/contact-facts.tsx';
import type { ListsFieldProps } from './form/lists-field.tsx';

export { contactName } from './contact-name.ts';
export { listLabel } from './list-label.ts';
export { readableNumber } from './readable-number.ts';

/** Lists, fields and opt-in of a contact, changed in place; its code comes with the first that is shown. */
export const ContactFacts = lazyPart<ContactFactsProps>(async () => {
  const words = ['contacts', 'parts', 'team'].map(loadWords);
  const [module] = await Promise.all([import('./components/contact-facts.tsx'), ...words]);
  return module.ContactFacts;
});

/** The contact calls of an account; their code comes with the first of them. */
export const contactCalls = (account: LiveAccount): Promise<ContactCalls> =>
  import('./client/use-contact-calls.ts').then((module) => module.contactCallsOf(account));

const withWords = <T>(module: Promise<T>): Promise<T> =>
  Promise.all([module, ...['contacts', 'parts'].map(loadWords)]).then(([loaded]) => loaded);

/** After how many days messages go; for the settings of the business. */
export const RetentionRule = lazyPart<object>(() =>
  withWords(import('./privacy/retention-rule.tsx')).then((module) => module.RetentionRule),
);

/** Receipts of erased persons; for the settings of the business. */
export const ErasureReceipts = lazyPart<object>(() =>
  withWords(import('./privacy/erasure-receipts.tsx')).then((module) => module.ErasureReceipts),
);

/** Lists somebody is put into, found or made while typing. */
export const ListsField = lazyPart<ListsFieldProps>(() =>
  withWords(import('./form/lists-field.tsx')).then((module) => module.ListsField),
);
