import { useLingui } from '@lingui/react/macro';
import { IconPlus, IconX } from '@tabler/icons-react';
import { uuidv7 } from '../../../../platform/id.ts';
import { Button } from '../../../../ui/button.tsx';
import { Chip } from '../../../../ui/chip.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { useRows } from '../../../sync/public.ts';
import type { IncomingForm } from '../../data/incoming-form.ts';
import styles from '../webhooks.module.css';

type Lines = IncomingForm['fields'];

/** Custom fields and where their values are. */
export function AttributeLines({ value, onChange }: { value: Lines; onChange: (lines: Lines) => void }) {
  const { t } = useLingui();
  const [client] = useRows('clients');
  const names = client?.custom_fields ?? [];
  const put = (id: string, change: Partial<Lines[number]>) =>
    onChange(value.map((line) => (line.id === id ? { ...line, ...change } : line)));
  const choicesFor = (field: string) =>
    [...new Set([...names, ...(field === '' ? [] : [field])])].map((name) => ({ value: name, label: name }));
  return (
    <>
      {value.map((line) => (
        <div key={line.id} className={styles.line}>
          <SelectField
            label={t`Custom attribute`}
            choices={choicesFor(line.field)}
            value={line.field}
            onChange={(field) => put(line.id, { field })}
          />
          <TextField
            dir="ltr"
            label={t`Value in the body`}
            autoComplete="off"
            value={line.path}
            onChange={(event) => put(line.id, { path: event.target.value })}
          />
          <IconButton label={t`Remove attribute`} onClick={() => onChange(value.filter(({ id }) => id !== line.id))}>
            <IconX {...smallIcon} />
          </IconButton>
        </div>
      ))}
      {names.length > 0 && (
        <span>
          <Button size="sm" onClick={() => onChange([...value, { id: uuidv7(), field: '', path: '' }])}>
            <IconPlus {...smallIcon} />
            {t`Add attribute`}
          </Button>
        </span>
      )}
    </>
  );
}

/** Lists that the contact joins. */
export function ListChoice({ value, onChange }: { value: string[]; onChange: (ids: string[]) => void }) {
  const { t } = useLingui();
  const lists = useRows('contact_lists');
  if (lists.length === 0) return null;
  return (
    <>
      <SelectField
        label={t`Add to list`}
        note={t`optional`}
        choices={lists.filter(({ id }) => !value.includes(id)).map(({ id, name }) => ({ value: id, label: name }))}
        value=""
        onChange={(id) => id !== '' && onChange([...value, id])}
      />
      {value.length > 0 && (
        <span className={styles.actions}>
          {value.map((id) => {
            const name = lists.find((list) => list.id === id)?.name ?? '-';
            return (
              <Chip
                key={id}
                look="quiet"
                removeLabel={t`Remove from ${name}`}
                onRemove={() => onChange(value.filter((one) => one !== id))}
              >
                <bdi>{name}</bdi>
              </Chip>
            );
          })}
        </span>
      )}
    </>
  );
}
