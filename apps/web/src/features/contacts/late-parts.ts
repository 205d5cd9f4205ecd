import { loadWords } from '../../platform/i18n.ts';
import { lazyPart } from '../../platform/lazy-part.tsx';
import type { LiveAccount } from '../sync/public.ts';
import type { ContactCalls } from './client/contact-calls.ts';
import type { ListsFieldProps } from './form/lists-field.tsx';

// Apart from public.ts, whose own code comes with the inbox: these are asked for elsewhere only.

/** The contact calls of an account; their code comes with the first of them. */
export const contactCalls = (account: LiveAccount): Promise<ContactCalls> =>
  import('./client/use-contact-calls.ts').then((module) => module.contactCallsOf(account));

/** Lists somebody is put into, found or made while typing. */
export const ListsField = /* @__PURE__ */ lazyPart<ListsFieldProps>(async () => {
  const words = ['contacts', 'parts'].map(loadWords);
  const [module] = await Promise.all([import('./form/lists-field.tsx'), ...words]);
  return module.ListsField;
});
