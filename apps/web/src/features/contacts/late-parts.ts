import { loadWords } from '../../platform/i18n.ts';
import { lazyPart } from '../../platform/lazy-part.tsx';
import type { LiveAccount } from '../sync/public.ts';
import type { ContactCalls } from './client/contact-calls.ts';

// Apart from public.ts, whose own code comes with the inbox: these are asked for elsewhere only.

const withWords = <T>(module: Promise<T>): Promise<T> =>
  Promise.all([module, ...['contacts', 'parts'].map(loadWords)]).then(([loaded]) => loaded);

/** The contact calls of an account; their code comes with the first of them. */
export const contactCalls = (account: LiveAccount): Promise<ContactCalls> =>
  import('./client/use-contact-calls.ts').then((module) => module.contactCallsOf(account));

/** After how many days messages go; for the settings of the business. */
export const RetentionRule = /* @__PURE__ */ lazyPart<object>(() =>
  withWords(import('./privacy/retention-rule.tsx')).then((module) => module.RetentionRule),
);

/** Receipts of erased persons; for the settings of the business. */
export const ErasureReceipts = /* @__PURE__ */ lazyPart<object>(() =>
  withWords(import('./privacy/erasure-receipts.tsx')).then((module) => module.ErasureReceipts),
);
