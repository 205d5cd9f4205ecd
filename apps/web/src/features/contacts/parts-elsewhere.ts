import { loadWords } from '../../platform/i18n.ts';
import type { LiveAccount } from '../sync/public.ts';

/*
 * What leads to parts of contacts that other screens show, each with its words. In a file of its own, which is loaded with
 * the first of them: the first screen carries nothing of this.
 */

const withWords = <T>(module: Promise<T>): Promise<T> =>
  Promise.all([module, ...['contacts', 'parts'].map(loadWords)]).then(([loaded]) => loaded);

export const audienceParts = () => withWords(import('./audience-parts.ts'));
export const contactCallsOf = async (account: LiveAccount) =>
  (await import('./client/use-contact-calls.ts')).contactCallsOf(account);
export const contactFacts = async () => {
  const [module] = await Promise.all([withWords(import('./components/contact-facts.tsx')), loadWords('team')]);
  return module.ContactFacts;
};
export const erasureReceipts = async () => (await withWords(import('./privacy/erasure-receipts.tsx'))).ErasureReceipts;
export const listsDialog = async () => (await withWords(import('./components/lists-dialog.tsx'))).ListsDialog;
export const retentionRule = async () => (await withWords(import('./privacy/retention-rule.tsx'))).RetentionRule;
