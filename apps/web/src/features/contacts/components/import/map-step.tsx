import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { problemOf } from '../../data/import/draft.ts';
import checkStyles from './check-step.module.css';
import { ColumnList } from './column-list.tsx';
import styles from './import.module.css';
import mapStyles from './map-step.module.css';
import { PreviewTable } from './preview-table.tsx';
import { ReadingFields } from './reading-fields.tsx';
import type { StepProps } from './step-props.ts';
import { useDraftProblemText } from './use-draft-problem-text.ts';
import { useEnterKey } from './use-enter-key.ts';

/** Step 2: map the columns. */
export function MapStep({ row, draft, setDraft, goTo }: StepProps) {
  const { t } = useLingui();
  const words = useDraftProblemText();
  const problem = problemOf(draft.mapping);
  const next = () => goTo({ step: 'rules' });
  useEnterKey(problem === null ? next : null);
  const { data: rows } = useQuery({
    queryKey: ['import-rows', row.id, row.has_header, row.encoding, row.delimiter],
    queryFn: ({ signal }) =>
      api('GET /api/imports/{id}/rows', { params: { id: row.id }, query: { limit: 200 } }, { signal }),
  });
  return (
    <div className={styles.split}>
      <section aria-label={t`Match columns`}>
        <div className={styles.bar}>
          <h2>{t`Match columns`}</h2>
          <span className={styles.quiet}>
            <bdi>{row.name}</bdi>
          </span>
        </div>
        <ColumnList row={row} mapping={draft.mapping} onChange={(mapping) => setDraft({ ...draft, mapping })} />
        <div className={mapStyles.below}>
          <ReadingFields draft={draft} setDraft={setDraft} />
        </div>
        <div className={checkStyles.foot}>
          <div className={styles.actions}>
            <Button variant="filled" blocked={problem !== null} onClick={next}>
              {t`Next: rules`}
            </Button>
            <Button onClick={() => goTo({ step: 'upload' })}>{t`Back`}</Button>
          </div>
          {problem !== null && (
            <p className={styles.bad} role="status">
              {words(problem)}
            </p>
          )}
        </div>
      </section>
      <PreviewTable
        header={row.columns.map(({ name }) => name)}
        rows={rows?.data.map(({ values }) => values) ?? []}
        label={t`First rows of the file`}
        isBeside
      />
    </div>
  );
}
