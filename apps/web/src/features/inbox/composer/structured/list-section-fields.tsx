import { useLingui } from '@lingui/react/macro';
import { interactiveLimits } from '@parley/contract/content-limits';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Button } from '../../../../ui/button.tsx';
import { icon, smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import type { ListRow, ListSection } from './drafts.ts';
import { LimitedField } from './limited-field.tsx';
import styles from './structured.module.css';

type ListSectionFieldsProps = {
  section: ListSection;
  /** The only one needs no title. */
  only: boolean;
  /** The list has as many options as WhatsApp takes. */
  full: boolean;
  errorOf: (field: string) => string | null;
  onChange: (section: ListSection) => void;
};

/** Title and options of one section. */
export function ListSectionFields({ section, only, full, errorOf, onChange }: ListSectionFieldsProps) {
  const { t } = useLingui();
  const { title, rows } = section;
  const setRow = (at: number, part: Partial<ListRow>) =>
    onChange({ ...section, rows: rows.map((row, place) => (place === at ? { ...row, ...part } : row)) });
  return (
    <>
      {!only && (
        <LimitedField
          label={t`Section title`}
          limit={interactiveLimits.sectionTitle}
          value={title}
          error={errorOf('title')}
          onChange={(next) => onChange({ ...section, title: next })}
        />
      )}
      {rows.map((row, at) => {
        const number = at + 1;
        return (
          // Options are told apart by their position.
          <div key={number} className={styles.line}>
            <div className={styles.option}>
              <LimitedField
                label={t`Option ${number}`}
                limit={interactiveLimits.rowTitle}
                value={row.title}
                error={errorOf(`rows.${at}.title`)}
                onChange={(next) => setRow(at, { title: next })}
              />
              <LimitedField
                label={t`Description of option ${number}`}
                note={t`optional`}
                limit={interactiveLimits.rowDescription}
                value={row.description}
                error={errorOf(`rows.${at}.description`)}
                onChange={(next) => setRow(at, { description: next })}
              />
            </div>
            {rows.length > 1 && (
              <IconButton
                label={t`Remove option ${number}`}
                onClick={() => onChange({ ...section, rows: rows.filter((_each, place) => place !== at) })}
              >
                <IconTrash {...icon} />
              </IconButton>
            )}
          </div>
        );
      })}
      <span>
        <Button
          size="sm"
          blocked={full}
          onClick={() => onChange({ ...section, rows: [...rows, { title: '', description: '' }] })}
        >
          <IconPlus {...smallIcon} />
          {t`Add option`}
        </Button>
      </span>
    </>
  );
}
