import { loadWords } from '../../platform/i18n.ts';

/*
 * What leads to parts of contacts that other screens show, each with its words. In a file of its own, which is loaded with
 * the first of them: the first screen carries nothing of this.
 */

const withWords = <T>(module: Promise<T>): Promise<T> =>
  Promise.all([module, ...['contacts', 'parts'].map(loadWords)]).then(([loaded]) => loaded);

export const contactFacts = async () => {
  const [module] = await Promise.all([withWords(import('./components/contact-facts.tsx')), loadWords('team')]);
  return module.ContactFacts;
};
export const erasureReceipts = async () => (await withWords(import('./privacy/erasure-receipts.tsx'))).ErasureReceipts;
export const filterChoice = async () => (await withWords(import('./components/filter-choice.tsx'))).FilterChoice;
export const listsDialog = async () => (await withWords(import('./components/lists-dialog.tsx'))).ListsDialog;
export const retentionRule = async () => (await withWords(import('./privacy/retention-rule.tsx'))).RetentionRule;
export const segmentChoice = async () => (await withWords(import('./components/segment-choice.tsx'))).SegmentChoice;
