import { useLingui } from '@lingui/react/macro';
import type { ContactList, CustomField, FilterCondition, FilterOperator } from '@parley/contract/types';
import { IconX } from '@tabler/icons-react';
import { inputClass } from '../../../ui/field.tsx';
import { DateInput } from '../../../ui/fields/date-field.tsx';
import { icon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/select.tsx';
import {
  choicesOf,
  conditionFieldOf,
  daysAgoOf,
  fieldTitles,
  filterableFields,
  kindOf,
  needsValue,
  operatorsOf,
  operatorTitles,
  type ValueKind,
  valueTitles,
} from '../data/filters.ts';
import styles from './filters.module.css';

export const newCondition: FilterCondition = { field: 'name', op: 'contains', value: '' };

export type ConditionLineProps = {
  condition: FilterCondition;
  lists: readonly ContactList[];
  fields: readonly CustomField[];
  masked: boolean;
  onChange: (condition: FilterCondition) => void;
  onRemove: () => void;
};

/** One condition of a filter: field, operator, value. */
export function ConditionLine(props: ConditionLineProps) {
  const { t, i18n } = useLingui();
  const { condition, fields, onChange } = props;
  const kind = kindOf(condition.field, fields);
  const setField = (field: string) => {
    const next = kindOf(field, fields);
    const [op = 'is'] = operatorsOf[next];
    onChange({ field, op, value: next === 'moment' ? '-30d' : '' });
  };
  return (
    <div className={styles.line}>
      <Select aria-label={t`Field`} value={condition.field} onChange={(event) => setField(event.target.value)}>
        {filterableFields
          .filter((field) => !(props.masked && field === 'phone_number'))
          .map((field) => (
            <option key={field} value={field}>
              {i18n._(fieldTitles[field])}
            </option>
          ))}
        {fields.length > 0 && (
          <optgroup label={t`Custom fields`}>
            {fields.map((field) => (
              <option key={field.name} value={conditionFieldOf(field)}>
                {field.name}
              </option>
            ))}
          </optgroup>
        )}
      </Select>
      <Select
        aria-label={t`Comparison`}
        value={condition.op}
        onChange={(event) => onChange({ ...condition, op: event.target.value as FilterOperator })}
      >
        {operatorsOf[kind].map((op) => (
          <option key={op} value={op}>
            {i18n._(operatorTitles[op])}
          </option>
        ))}
      </Select>
      <span className={styles.value}>{needsValue(condition.op) && <Value {...props} kind={kind} />}</span>
      <IconButton label={t`Remove this condition`} onClick={props.onRemove}>
        <IconX {...icon} />
      </IconButton>
    </div>
  );
}

function Value({ condition, lists, fields, onChange, kind }: ConditionLineProps & { kind: ValueKind }) {
  const { t, i18n } = useLingui();
  const value = condition.value ?? '';
  const set = (next: string) => onChange({ ...condition, value: next });
  const select = (choices: { value: string; label: string }[]) => (
    <Select aria-label={t`Value`} value={value} onChange={(event) => set(event.target.value)}>
      <option value="">{t`Choose…`}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </Select>
  );
  if (kind === 'list') return select(lists.map(({ id, name }) => ({ value: id, label: name })));
  const known = valueTitles[condition.field];
  if (known !== undefined) {
    return select(Object.entries(known).map(([word, title]) => ({ value: word, label: title ? i18n._(title) : word })));
  }
  if (kind === 'choice')
    return select(choicesOf(condition.field, fields).map((choice) => ({ value: choice, label: choice })));
  if (kind === 'moment') return <Moment value={value} onChange={set} />;
  if (kind === 'day') return <DateInput label={t`Value`} value={dayOf(value)} onChange={(day) => set(day ?? '')} />;
  return (
    <input
      className={inputClass()}
      aria-label={t`Value`}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      value={value}
      onChange={(event) => set(event.target.value)}
    />
  );
}

/** The day of a saved value; null while none is chosen. */
function dayOf(value: string): string | null {
  return value === '' ? null : value.slice(0, 10);
}

/** A number of days ago, or a date. */
function Moment({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useLingui();
  const days = daysAgoOf(value);
  return (
    <>
      <Select
        aria-label={t`Kind of time`}
        value={days === null ? 'day' : 'ago'}
        onChange={(event) => onChange(event.target.value === 'ago' ? '-30d' : '')}
      >
        <option value="ago">{t`days ago`}</option>
        <option value="day">{t`a day`}</option>
      </Select>
      {days === null ? (
        <DateInput label={t`Day`} value={dayOf(value)} onChange={(day) => onChange(day ?? '')} />
      ) : (
        <input
          type="number"
          min={0}
          max={3650}
          className={inputClass()}
          aria-label={t`Days ago`}
          value={days}
          onChange={(event) => onChange(`-${Math.max(0, Math.min(3650, Number(event.target.value) || 0))}d`)}
        />
      )}
    </>
  );
}
