import type { ContactImport } from '@parley/contract/types';
import type { ImportDraft } from '../../data/import/draft.ts';
import type { GoTo } from '../../data/import/steps.ts';

/** The props of a step. */
export type StepProps = {
  row: ContactImport;
  draft: ImportDraft;
  setDraft: (draft: ImportDraft) => void;
  goTo: GoTo;
};
