import { useLingui } from '@lingui/react/macro';
import type { TemplateChange, TemplateSync } from '@parley/contract/types';
import { IconMinus, IconPencil, IconPlus } from '@tabler/icons-react';
import { listText } from '../../../platform/formats.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { useCategoryLabels } from '../data/use-category-labels.ts';
import { useFieldWords } from '../data/use-field-words.ts';
import { useLanguageName } from '../data/use-language-name.ts';
import { useUseWords } from '../data/use-use-words.ts';
import styles from './sync.module.css';

export type SyncChangesProps = {
  comparison: TemplateSync;
  isChosen: (change: TemplateChange) => boolean;
  onChoose: (change: TemplateChange, on: boolean) => void;
  onAll: (on: boolean) => void;
  open: TemplateChange | undefined;
  onOpen: (change: TemplateChange) => void;
};

const icons = { NEW: IconPlus, MODIFIED: IconPencil, DELETED: IconMinus };

/** What differs, with a choice for each. */
export function SyncChanges({ comparison, isChosen, onChoose, onAll, open, onOpen }: SyncChangesProps) {
  const { t, i18n } = useLingui();
  const words = useFieldWords();
  const wordsOfUse = useUseWords();
  const language = useLanguageName();
  const category = useCategoryLabels();
  const { changes } = comparison;
  const figures: [string, number][] = [
    [t`Changes`, changes.length],
    ['NEW', comparison.new],
    ['MODIFIED', comparison.modified],
    ['DELETED', comparison.deleted],
    [t`Unchanged`, comparison.unchanged],
  ];
  const chosen = changes.filter(isChosen).length;
  const whatChanges = ({ marker, fields }: TemplateChange) => {
    if (marker === 'DELETED') return t`Removed on WhatsApp`;
    return new Intl.ListFormat(i18n.locale, { type: 'unit' }).format(fields.map(({ field }) => words.name(field)));
  };
  return (
    <>
      <dl className={styles.tally}>
        {figures.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{i18n.number(count)}</dd>
          </div>
        ))}
      </dl>
      {changes.length === 0 ? (
        <p className={styles.none} role="status">{t`No changes. Your templates match WhatsApp.`}</p>
      ) : (
        <table className={styles.table} aria-label={t`Changes`}>
          <thead>
            <tr>
              <th className={styles.select}>
                <Checkbox
                  aria-label={t`Select all`}
                  checked={chosen === changes.length}
                  mixed={chosen > 0 && chosen < changes.length}
                  onChange={(event) => onAll(event.target.checked)}
                />
              </th>
              <th scope="col">{t`Change`}</th>
              <th scope="col">{t`Template`}</th>
              <th scope="col">{t`Changes`}</th>
              <th scope="col">{t`Used in`}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => {
              const Icon = icons[change.marker];
              const { name } = change;
              return (
                <tr key={`${name}/${change.language}`} data-open={change === open || undefined}>
                  <td className={styles.select}>
                    <Checkbox
                      aria-label={t`Select ${name}`}
                      checked={isChosen(change)}
                      onChange={(event) => onChoose(change, event.target.checked)}
                    />
                  </td>
                  <td>
                    <span className={styles.marker} data-marker={change.marker}>
                      <Icon {...smallIcon} aria-hidden="true" />
                      {change.marker}
                    </span>
                  </td>
                  <td>
                    <button type="button" className={styles.open} onClick={() => onOpen(change)}>
                      <bdi>{name}</bdi>
                    </button>
                    <small>{[language(change.language), category(change.category)].filter(Boolean).join(' · ')}</small>
                  </td>
                  <td>{whatChanges(change)}</td>
                  <td>{change.used_in.length === 0 ? t`Not used` : listText(change.used_in.map(wordsOfUse))}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </>
  );
}
