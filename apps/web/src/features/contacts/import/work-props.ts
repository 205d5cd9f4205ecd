import type { ContactImport } from '@parley/contract/types';
import type { ImportDraft } from './draft.ts';
import type { GoTo } from './steps.ts';

/** What a step works on. */
export type WorkProps = {
  row: ContactImport;
  draft: ImportDraft;
  setDraft: (draft: ImportDraft) => void;
  goTo: GoTo;
};
