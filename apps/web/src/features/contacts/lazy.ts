import type { LiveAccount } from '../sync/public.ts';

/*
 * Loaders of components that other screens show. In a file of its own, loaded with the first of them, so that the first
 * screen carries nothing of this.
 */

export const audienceChoices = () => import('./components/audience-choices.ts');
export const contactCallsOf = async (account: LiveAccount) =>
  (await import('./data/use-contact-calls.ts')).contactCallsOf(account);
export const contactCampaigns = async () => (await import('./components/contact-campaigns.tsx')).ContactCampaigns;
export const contactNotes = async () => (await import('./components/contact-notes.tsx')).ContactNotes;
export const contactFacts = async () => (await import('./components/contact-facts.tsx')).ContactFacts;
export const erasureReceipts = async () => (await import('./components/privacy/erasure-receipts.tsx')).ErasureReceipts;
export const importFields = () => import('./components/import/source-fields.ts');
export const listsDialog = async () => (await import('./components/lists-dialog.tsx')).ListsDialog;
export const mergeDialog = async () => (await import('./components/merge/merge-dialog.tsx')).MergeDialog;
export const retentionRule = async () => (await import('./components/privacy/retention-rule.tsx')).RetentionRule;
