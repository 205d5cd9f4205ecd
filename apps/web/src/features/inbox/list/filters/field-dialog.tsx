import { useLingui } from '@lingui/react/macro';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';

export type FieldDialogProps = {
  fields: readonly string[];
  /** '' for none. */
  field: string;
  /** '' for any. */
  value: string;
  onChoose: (field: string, value: string) => void;
  onClose: () => void;
};

/** A custom field and the value to look for. */
export function FieldDialog({ fields, onChoose, onClose, ...before }: FieldDialogProps) {
  const { t } = useLingui();
  const [field, setField] = useState(before.field);
  const [value, setValue] = useState(before.value);
  const form = useId();
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    onChoose(field, value.trim());
  };
  return (
    <Dialog
      title={t`Custom field`}
      onClose={onClose}
      footer={
        <Button variant="filled" type="submit" form={form}>
          {t`Apply`}
        </Button>
      }
    >
      <form id={form} onSubmit={apply}>
        <SelectField
          label={t`Field`}
          choices={fields.map((name) => ({ value: name, label: name }))}
          value={field}
          onChange={setField}
          clearable
        />
        <TextField
          label={t`Value`}
          note={t`Leave it empty to find conversations of all contacts that have a value.`}
          value={value}
          maxLength={200}
          onChange={(event) => setValue(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
