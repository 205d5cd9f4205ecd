import { useLingui } from '@lingui/react/macro';
import { Chip } from '../../../../ui/chip.tsx';
import { type SelectChoice, SelectField } from '../../../../ui/select-field.tsx';
import styles from './editor.module.css';

type Props = {
  label: string;
  choices: readonly SelectChoice[];
  ids: readonly string[];
  onChange: (ids: string[]) => void;
};

/** Several of many choices: found by typing, shown as chips. */
export function IdsField({ label, choices, ids, onChange }: Props) {
  const { t } = useLingui();
  return (
    <div>
      <SelectField
        label={label}
        choices={choices.filter(({ value }) => !ids.includes(value))}
        value=""
        onChange={(id) => onChange([...ids, id])}
      />
      {ids.length > 0 && (
        <p className={styles.chips}>
          {ids.map((id) => {
            const name = choices.find(({ value }) => value === id)?.label ?? '…';
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
