import { useLingui } from '@lingui/react/macro';
import type { CampaignFile, ReadCampaignFileBody } from '@parley/contract/types';
import { useState } from 'react';
import { Switch } from '../../../../ui/checkbox.tsx';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { Field } from '../../../../ui/field.tsx';
import { Select } from '../../../../ui/select.tsx';
import { useEncodings } from '../../../../ui/use-encodings.ts';
import { readCampaignFile } from '../../data/editor/campaign-files.ts';
import audienceStyles from './audience.module.css';
import styles from './editor.module.css';
import fileStyles from './file-source.module.css';

const delimiters = [',', ';', '\t', '|'] as const;

/** Which columns are the number and the name, and how the file is read. Every change reads it again. */
export function FileReading({ row }: { row: CampaignFile }) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const [problem, setProblem] = useState<string | null>(null);
  const again = (settings: ReadCampaignFileBody) => {
    setProblem(null);
    readCampaignFile(row.id, settings).catch((error: unknown) => setProblem(words(error)));
  };
  const columns = row.columns.map(({ name }, at) => ({ value: String(at), label: name }));
  const none = { value: '', label: t`None` };
  const placeOf = (value: string) => (value === '' ? null : Number(value));
  return (
    <>
      {columns.length > 0 && (
        <div className={fileStyles.settings}>
          <Choice
            label={t`Phone number column`}
            value={String(row.phone_column ?? '')}
            choices={row.phone_column === null ? [{ value: '', label: t`Choose a column` }, ...columns] : columns}
            onChange={(value) => value !== '' && again({ phone_column: Number(value) })}
          />
          <Choice
            label={t`Name column`}
            value={String(row.name_column ?? '')}
            choices={[none, ...columns]}
            onChange={(value) => again({ name_column: placeOf(value) })}
          />
          <Choice
            label={t`Country column`}
            value={String(row.code_column ?? '')}
            choices={[none, ...columns]}
            onChange={(value) => again({ code_column: placeOf(value) })}
          />
        </div>
      )}
      <Disclosure className={audienceStyles.fold} title={t`How the file is read`}>
        <TextSettings row={row} again={again} />
      </Disclosure>
      {problem !== null && (
        <p role="alert" className={styles.bad}>
          {problem}
        </p>
      )}
    </>
  );
}

type SettingsProps = { row: CampaignFile; again: (settings: ReadCampaignFileBody) => void };

function TextSettings({ row, again }: SettingsProps) {
  const { t } = useLingui();
  const encodings = useEncodings();
  return (
    <div className={styles.fields}>
      <Switch checked={row.has_header} onChange={(has_header) => again({ has_header })}>
        {t`The first row has the names of the columns`}
      </Switch>
      {row.format !== 'xlsx' && (
        <div className={fileStyles.settings}>
          <Choice
            label={t`Encoding`}
            value={row.encoding ?? 'utf-8'}
            choices={encodings}
            onChange={(value) => {
              const encoding = encodings.find((one) => one.value === value)?.value;
              if (encoding !== undefined) again({ encoding });
            }}
          />
          <Choice
            label={t`Column separator`}
            value={row.delimiter ?? ','}
            choices={[
              { value: ',', label: t`Comma` },
              { value: ';', label: t`Semicolon` },
              { value: '\t', label: t`Tab` },
              { value: '|', label: t`Pipe` },
            ]}
            onChange={(value) => {
              const delimiter = delimiters.find((one) => one === value);
              if (delimiter !== undefined) again({ delimiter });
            }}
          />
        </div>
      )}
    </div>
  );
}

type ChoiceProps = {
  label: string;
  value: string;
  choices: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
};

function Choice({ label, value, choices, onChange }: ChoiceProps) {
  return (
    <Field label={label}>
      {(ties) => (
        <Select {...ties} value={value} onChange={(event) => onChange(event.target.value)}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
