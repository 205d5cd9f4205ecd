import { useLingui } from '@lingui/react/macro';
import { Chip } from './chip.tsx';
import styles from './ids-field.module.css';
import { type SelectChoice, SelectField } from './select-field.tsx';

type Props = {
  label: string;
  note?: string;
  choices: readonly SelectChoice[];
  ids: readonly string[];
  /** The name of what is not among the choices any more. */
  gone?: string;
  onChange: (ids: string[]) => void;
};

/** Several of many choices: found by typing, shown as chips. */
export function IdsField({ label, note, choices, ids, gone = '…', onChange }: Props) {
  const { t } = useLingui();
  return (
    <div>
      <SelectField
        label={label}
        note={note}
        choices={choices.filter(({ value }) => !ids.includes(value))}
        value=""
        onChange={(id) => onChange([...ids, id])}
      />
      {ids.length > 0 && (
        <p className={styles.chips}>
          {ids.map((id) => {
            const name = choices.find(({ value }) => value === id)?.label ?? gone;
            return (
              <Chip key={id} removeLabel={t`Remove ${name}`} onRemove={() => onChange(ids.filter((one) => one !== id))}>
                {name}
              </Chip>
            );
          })}
        </p>
      )}
    </div>
  );
}
