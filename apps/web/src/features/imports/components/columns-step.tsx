import { useLingui } from '@lingui/react/macro';
import { Button } from '../../../ui/button.tsx';
import type { ImportDraft } from '../../contacts/public.ts';
import type { FilePreview } from '../data/sources.ts';
import { ImportFields } from './import-fields.ts';
import styles from './sources.module.css';

type Props = {
  file: FilePreview;
  draft: ImportDraft;
  onChange: (draft: ImportDraft) => void;
  onBack: () => void;
  onNext: () => void;
};

/** Step 2: what the columns are. */
export function ColumnsStep({ file, draft, onChange, onBack, onNext }: Props) {
  const { t } = useLingui();
  return (
    <section className={styles.step} aria-label={t`Columns`}>
      <ImportFields
        columns={file.columns}
        rows={file.rows}
        draft={draft}
        onChange={onChange}
        actions={(isComplete) => (
          <div className={styles.foot}>
            <Button onClick={onBack}>{t`Back`}</Button>
            <Button variant="filled" blocked={!isComplete} onClick={onNext}>
              {t`Next: rules and schedule`}
            </Button>
          </div>
        )}
      />
    </section>
  );
}
