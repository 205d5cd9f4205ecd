import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { Select } from '../../../ui/select.tsx';
import { type ContactSelection, completeRowsOf } from '../data/contact-selection.ts';
import { useFields } from '../data/contacts-data.ts';
import { useContactActions } from '../data/use-contact-actions.ts';
import styles from './dialogs.module.css';
import { FieldValueInput } from './field-value-input.tsx';

/** Sets or removes a custom field of several contacts. */
export function SetFieldDialog({ chosen, onClose }: { chosen: ContactSelection; onClose: (done: boolean) => void }) {
  const { t } = useLingui();
  const fields = useFields();
  const actions = useContactActions();
  const formId = useId();
  const [sets, setSets] = useState(true);
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const [missing, setMissing] = useState(false);
  const field = fields.find((one) => one.name === name) ?? fields[0];
  const countText = t`${plural(chosen.count, { one: '# contact', other: '# contacts' })}`;
  const submit = async () => {
    if (field === undefined) return;
    setMissing(sets && value.trim() === '');
    if (sets && value.trim() === '') return;
    const act = sets
      ? { kind: 'set_field' as const, name: field.name, value }
      : { kind: 'remove_field' as const, name: field.name };
    void actions.many(chosen.selections, act, completeRowsOf(chosen));
    onClose(true);
  };
  return (
    <Dialog
      title={t`Set field for ${countText}`}
      onClose={() => onClose(false)}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} variant="filled" danger={!sets} blocked={field === undefined}>
            {sets ? t`Set for ${countText}` : t`Remove from ${countText}`}
          </Button>
        </>
      }
    >
      {field === undefined ? (
        <p className={styles.note}>{t`No custom fields yet. Add one under Settings, Custom attributes.`}</p>
      ) : (
        <Form id={formId} onSubmit={submit}>
          <Segments
            label={t`Next steps`}
            value={sets ? 'set' : 'remove'}
            onChange={(next) => setSets(next === 'set')}
            segments={[
              { value: 'set', label: t`Set a value` },
              { value: 'remove', label: t`Remove the value` },
            ]}
          />
          <Field label={t`Field`}>
            {(ties) => (
              <Select
                {...ties}
                value={field.name}
                onChange={(event) => {
                  setName(event.target.value);
                  setValue('');
                }}
              >
                {fields.map((one) => (
                  <option key={one.name} value={one.name}>
                    {one.name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {sets && (
            <Field label={t`Value`} error={missing ? t`Enter a value.` : null}>
              {(ties) => <FieldValueInput ties={ties} field={field} value={value} onChange={setValue} />}
            </Field>
          )}
        </Form>
      )}
    </Dialog>
  );
}
