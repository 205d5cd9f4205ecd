import { useLingui } from '@lingui/react/macro';
import type { ColumnMapping, ContactImport } from '@parley/contract/types';
import { IconArrowRight } from '@tabler/icons-react';
import { listText } from '../../../../platform/formats.ts';
import { inputClass } from '../../../../ui/field.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { Select } from '../../../../ui/select.tsx';
import { useFields } from '../../data/import/import-data.ts';
import { type ImportColumn, isSameField, mappingOfChoice, newField } from '../../data/import/mapping.ts';
import mapStyles from './map-step.module.css';

export type ColumnListProps = {
  row: Pick<ContactImport, 'columns'>;
  mapping: readonly ColumnMapping[];
  onChange: (mapping: ColumnMapping[]) => void;
};

/** The columns of the file with sample values, each with what it is mapped to. */
export function ColumnList({ row, mapping, onChange }: ColumnListProps) {
  const change = (index: number, next: ColumnMapping) =>
    onChange(mapping.map((one, place) => (place === index ? next : one)));
  return (
    <ol className={mapStyles.columns}>
      {row.columns
        .map((column, place) => ({ column, place }))
        .map(({ column, place }) => (
          <ColumnLine
            key={place}
            column={column}
            value={mapping[place] ?? { target: 'ignore' }}
            onChange={(next) => change(place, next)}
          />
        ))}
    </ol>
  );
}

function ColumnLine(props: { column: ImportColumn; value: ColumnMapping; onChange: (next: ColumnMapping) => void }) {
  const { t } = useLingui();
  const { column, value, onChange } = props;
  const fields = useFields().data ?? [];
  const own = value.field === undefined ? undefined : fields.find(({ name }) => isSameField(name, value.field));
  const chosen = value.target !== 'field' ? value.target : own === undefined ? newField : `field:${own.name}`;
  const isNew = chosen === newField;
  const untouched =
    value.target === column.suggestion.target && isSameField(value.field ?? '', column.suggestion.field ?? '');
  return (
    <li>
      <div className={mapStyles.source}>
        <b>
          <bdi>{column.name}</bdi>
        </b>
        <span className={mapStyles.samples}>
          <bdi>{column.samples.length === 0 ? t`empty` : listText(column.samples)}</bdi>
        </span>
      </div>
      <IconArrowRight {...smallIcon} />
      <div className={mapStyles.target}>
        <Select
          aria-label={t`Field for ${column.name}`}
          quiet={value.target === 'ignore'}
          value={chosen}
          onChange={(event) => onChange(mappingOfChoice(event.target.value, column))}
        >
          <option value="phone">{t`Phone number`}</option>
          <option value="phone_code">{t`Country of the number`}</option>
          <option value="name">{t`Name`}</option>
          <option value="first_name">{t`First name`}</option>
          <option value="last_name">{t`Last name`}</option>
          <option value="lists">{t`Lists`}</option>
          <option value="opted_in_at">{t`Opt-in: yes or date`}</option>
          <option value="opt_in_source">{t`Opt-in: how`}</option>
          <option value="opted_out_at">{t`Opt-out: yes or date`}</option>
          <optgroup label={t`Custom fields`}>
            {fields.map(({ name }) => (
              <option key={name} value={`field:${name}`}>
                {name}
              </option>
            ))}
            <option value={newField}>{t`New field`}</option>
          </optgroup>
          <option value="ignore">{t`Exclude`}</option>
        </Select>
        {isNew && (
          <input
            className={inputClass()}
            aria-label={t`Name of the new field for ${column.name}`}
            data-enter-next
            maxLength={40}
            dir="auto"
            value={value.field ?? ''}
            onChange={(event) => onChange({ target: 'field', field: event.target.value })}
          />
        )}
        {untouched && <Confidence value={column.confidence} />}
      </div>
    </li>
  );
}

/** How confident the suggested mapping is. */
function Confidence({ value }: { value: number }) {
  const { t } = useLingui();
  if (value >= 1) return <span className={mapStyles.sure}>{t`Matched by name or earlier import`}</span>;
  if (value >= 0.9) return <span className={mapStyles.sure}>{t`By name`}</span>;
  if (value >= 0.7) return <span className={mapStyles.guess}>{t`Matched by content, please check`}</span>;
  return value >= 0.5 ? null : <span className={mapStyles.guess}>{t`Best guess, please check`}</span>;
}
