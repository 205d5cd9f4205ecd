import { useLingui } from '@lingui/react/macro';
import type { ContactImport } from '@parley/contract/types';
import type { ReactNode } from 'react';
import { type ImportDraft, problemOf } from '../../data/import/draft.ts';
import { ColumnList } from './column-list.tsx';
import styles from './import.module.css';
import fieldStyles from './import-fields.module.css';
import { PreviewTable } from './preview-table.tsx';
import { ReadingFields } from './reading-fields.tsx';
import { useDraftProblemText } from './use-draft-problem-text.ts';

export type ImportFieldsProps = {
  columns: ContactImport['columns'];
  rows: readonly string[][];
  draft: ImportDraft;
  onChange: (draft: ImportDraft) => void;
  /** Buttons below. @param isComplete whether every column is mapped */
  actions: (isComplete: boolean) => ReactNode;
};

/** The columns of a file with what they are mapped to, and its first rows below. */
export function ImportFields({ columns, rows, draft, onChange, actions }: ImportFieldsProps) {
  const { t } = useLingui();
  const words = useDraftProblemText();
  const problem = problemOf(draft.mapping);
  return (
    <div className={fieldStyles.fields}>
      <ColumnList row={{ columns }} mapping={draft.mapping} onChange={(mapping) => onChange({ ...draft, mapping })} />
      <ReadingFields draft={draft} setDraft={onChange} />
      <PreviewTable header={columns.map(({ name }) => name)} rows={rows} label={t`First rows of the file`} />
      {problem !== null && (
        <p className={styles.bad} role="status">
          {words(problem)}
        </p>
      )}
      {actions(problem === null)}
    </div>
  );
}
