import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ExportFormat } from '@parley/contract/types';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { ChoiceField } from '../../../ui/select.tsx';
import styles from './dialogs.module.css';

type ExportDialogProps = {
  /** Null: all contacts. */
  count: number | null;
  onExport: (format: ExportFormat) => void;
  onClose: () => void;
};

/** Asks for the format of an export. */
export function ExportDialog({ count, onExport, onClose }: ExportDialogProps) {
  const { t } = useLingui();
  const [formId, name] = [useId(), useId()];
  const [chosen, setChosen] = useState<Required<ExportFormat>>({
    ...{ format: 'xlsx', delimiter: ',', protect_numbers: false },
  });
  const change = (part: ExportFormat) => setChosen({ ...chosen, ...part });
  const formats = [
    {
      value: 'xlsx' as const,
      label: t`Excel (.xlsx)`,
      help: t`For spreadsheets. Phone numbers, codes and dates stay exactly as they are.`,
    },
    {
      value: 'csv' as const,
      label: t`CSV`,
      help: t`For other software. Spreadsheets change long numbers, leading zeros and dates when they open it.`,
    },
  ];
  return (
    <Dialog
      title={
        count === null ? t`Export all contacts` : t`Export ${plural(count, { one: '# contact', other: '# contacts' })}`
      }
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} variant="filled">{t`Export`}</Button>
        </>
      }
    >
      <Form id={formId} onSubmit={async () => onExport(chosen)}>
        <fieldset className={styles.choices}>
          <legend className="visually-hidden">{t`Format`}</legend>
          {formats.map(({ value, label, help }) => (
            <label key={value} className={styles.choice}>
              <input
                type="radio"
                name={name}
                data-focus={value === chosen.format || undefined}
                checked={value === chosen.format}
                onChange={() => change({ format: value })}
              />
              <span>
                {label}
                <small>{help}</small>
              </span>
            </label>
          ))}
        </fieldset>
        {chosen.format === 'csv' && (
          <>
            <ChoiceField
              label={t`Column separator`}
              value={chosen.delimiter}
              onChange={(delimiter) => change({ delimiter })}
              choices={[
                { value: ',', label: t`Comma` },
                { value: ';', label: t`Semicolon` },
                { value: '\t', label: t`Tab` },
              ]}
            />
            <label className={styles.choice}>
              <input
                type="checkbox"
                checked={chosen.protect_numbers}
                onChange={(event) => change({ protect_numbers: event.target.checked })}
              />
              <span>
                {t`Protect numbers from spreadsheets`}
                <small>{t`Puts an apostrophe before numbers, codes and dates. Importing the file here removes it; other software may not.`}</small>
              </span>
            </label>
          </>
        )}
      </Form>
    </Dialog>
  );
}
