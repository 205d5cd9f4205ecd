import { useLingui } from '@lingui/react/macro';
import { nameKey } from '@parley/contract/names';
import { isReservedName } from '@parley/contract/variables';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Field, TextField } from '../../../../ui/field.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import type { DraftPart } from '../../data/contact-draft.ts';
import { useFields } from '../../data/contacts-data.ts';
import { fieldValue } from '../../data/field-value.ts';
import { FieldValueInput } from '../field-value-input.tsx';
import { focusFirst } from '../focus-first.ts';
import styles from './contact-fields.module.css';

/** The longest name of a field. */
const longestName = 40;
/** A longer value takes the whole row. */
const longestBeside = 28;

type CustomFieldsProps = {
  values: Readonly<Record<string, string>>;
  errors: Partial<Record<DraftPart, string>>;
  onChange: (values: Record<string, string>, name: string) => void;
};

/** The custom fields of a contact; a new one can be added. */
export function CustomFields({ values, errors, onChange }: CustomFieldsProps) {
  const { t } = useLingui();
  const fields = useFields();
  const [adding, setAdding] = useState(false);
  // As they were when the form opened, so that a field does not move while one types.
  const [long] = useState(
    () => new Set(Object.keys(values).filter((name) => (values[name]?.length ?? 0) > longestBeside)),
  );
  const known = new Set(fields.map(({ name }) => name));
  const added = Object.keys(values).filter((name) => !known.has(name));
  const all = [...fields, ...added.map((name) => ({ name, type: 'text' as const, choices: [] }))];
  return (
    <div className={styles.custom}>
      <div className={styles.ownFields}>
        {all.map((field) => (
          <div key={field.name} data-long={long.has(field.name) || undefined}>
            <Field label={field.name} error={errors[`field:${field.name}`] ?? null}>
              {(ties) => (
                <FieldValueInput
                  ties={ties}
                  field={field}
                  value={fieldValue(values, field.name)}
                  onChange={(value) => onChange({ ...values, [field.name]: value }, field.name)}
                />
              )}
            </Field>
          </div>
        ))}
      </div>
      {adding ? (
        <NewField
          taken={all.map(({ name }) => nameKey(name))}
          onCancel={() => setAdding(false)}
          onAdd={(name) => {
            onChange({ ...values, [name]: '' }, name);
            setAdding(false);
          }}
        />
      ) : (
        <span>
          <Button size="sm" variant="plain" onClick={() => setAdding(true)}>
            <IconPlus {...smallIcon} />
            {t`Add field`}
          </Button>
        </span>
      )}
    </div>
  );
}

function NewField(props: { taken: string[]; onAdd: (name: string) => void; onCancel: () => void }) {
  const { t } = useLingui();
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const add = () => {
    const wanted = name.trim();
    const wrong =
      wanted === ''
        ? t`Enter a name.`
        : isReservedName(wanted)
          ? t`${wanted.toUpperCase()} is a built-in variable. Choose another name.`
          : props.taken.includes(nameKey(wanted))
            ? t`A field with this name already exists.`
            : null;
    setError(wrong);
    if (wrong === null) props.onAdd(wanted);
  };
  return (
    <div className={styles.adding}>
      <TextField
        label={t`Name of the new field`}
        help={t`The field is added to your account when the contact is saved.`}
        maxLength={longestName}
        autoComplete="off"
        value={name}
        error={error}
        ref={focusFirst}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') props.onCancel();
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <Button onClick={add}>{t`Add`}</Button>
      <Button variant="plain" onClick={props.onCancel}>{t`Cancel`}</Button>
    </div>
  );
}
