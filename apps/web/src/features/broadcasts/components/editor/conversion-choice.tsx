import { useLingui } from '@lingui/react/macro';
import type { CampaignSchedule, ConversionGoal } from '@parley/contract/types';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { Field, TextField } from '../../../../ui/field.tsx';
import { Select } from '../../../../ui/select.tsx';
import { useRows } from '../../../sync/public.ts';
import type { Broadcast } from '../../data/editor/use-broadcast.ts';
import styles from './editor.module.css';
import { FieldGroup } from './field-group.tsx';
import { NumberInput } from './number-input.tsx';

type Props = { broadcast: Broadcast; change: (part: CampaignSchedule) => void };

const firstDays = 7;

/** What counts as a conversion: a field that changes or gets a value, or a label. */
export function ConversionChoice({ broadcast, change }: Props) {
  const { t } = useLingui();
  const { state, customFields } = broadcast;
  const labels = useRows('labels');
  const goal = state.draft.schedule.conversion ?? null;
  const set = (conversion: ConversionGoal | null) => change({ conversion });
  const [field] = customFields;
  const first: ConversionGoal | null =
    field !== undefined
      ? { field, days: firstDays }
      : labels[0] === undefined
        ? null
        : { label_id: labels[0].id, days: firstDays };
  return (
    <FieldGroup title={t`Conversions`}>
      {goal === null && first === null ? (
        <p className={styles.quiet}>{t`Conversions are counted by a custom field or a label. There are none yet.`}</p>
      ) : (
        <Checkbox checked={goal !== null} onChange={(event) => set(event.target.checked ? first : null)}>
          {t`Count as a conversion when a field or a label of a recipient changes`}
        </Checkbox>
      )}
      {goal !== null && <GoalFields goal={goal} customFields={customFields} labels={labels} onChange={set} />}
    </FieldGroup>
  );
}

type GoalProps = {
  goal: ConversionGoal;
  customFields: readonly string[];
  labels: readonly { id: string; name: string }[];
  onChange: (goal: ConversionGoal) => void;
};

function GoalFields({ goal, customFields, labels, onChange }: GoalProps) {
  const { t } = useLingui();
  const { field, value, label_id: labelId, days } = goal;
  const chosen = field === undefined ? `label ${labelId}` : `field ${field}`;
  const isGone = field === undefined ? !labels.some(({ id }) => id === labelId) : !customFields.includes(field);
  return (
    <div className={styles.row}>
      <Field label={t`Counts when this changes`}>
        {(ties) => (
          <Select
            {...ties}
            value={chosen}
            onChange={(event) => {
              const [kind, ...rest] = event.target.value.split(' ');
              const name = rest.join(' ');
              onChange(kind === 'label' ? { label_id: name, days } : { field: name, days });
            }}
          >
            {isGone && <option value={chosen}>{t`${field ?? t`A label`} (deleted)`}</option>}
            {customFields.length > 0 && (
              <optgroup label={t`Field`}>
                {customFields.map((name) => (
                  <option key={name} value={`field ${name}`}>
                    {name}
                  </option>
                ))}
              </optgroup>
            )}
            {labels.length > 0 && (
              <optgroup label={t`Label added`}>
                {labels.map(({ id, name }) => (
                  <option key={id} value={`label ${id}`}>
                    {name}
                  </option>
                ))}
              </optgroup>
            )}
          </Select>
        )}
      </Field>
      {field !== undefined && (
        <TextField
          label={t`To this value`}
          note={t`optional`}
          value={value ?? ''}
          maxLength={2_000}
          placeholder={t`any`}
          onChange={(event) => {
            const next = event.target.value;
            onChange(next.trim() === '' ? { field, days } : { field, value: next, days });
          }}
        />
      )}
      <NumberInput
        label={t`Days after delivery`}
        value={days}
        min={1}
        max={30}
        onChange={(next) => onChange({ ...goal, days: next })}
      />
    </div>
  );
}
