import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { CustomField, FieldUse } from '@parley/contract/types';
import { isReservedName } from '@parley/contract/variables';
import { useId, useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { Field, TextAreaField, TextField } from '../../../../ui/field.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { Select } from '../../../../ui/select.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useForm } from '../../../../ui/use-form.ts';
import { useWithSandbox } from '../../../sandbox/public.ts';
import { invalidateFields } from '../../data/contacts-data.ts';
import { typeTitles } from '../../data/field-types.ts';
import dialogs from '../dialogs.module.css';
import { FieldUses, FieldUsesDialog } from './field-uses.tsx';

export type FieldDialogState =
  | { kind: 'new' }
  | { kind: 'edit'; field: CustomField }
  | { kind: 'uses' | 'delete'; field: CustomField; uses: readonly FieldUse[] };

/** The dialogs that create, edit and delete a field. */
export function FieldDialogs({ question, onClose }: { question: FieldDialogState; onClose: () => void }) {
  if (question.kind === 'uses')
    return <FieldUsesDialog name={question.field.name} uses={question.uses} onClose={onClose} />;
  if (question.kind === 'delete') return <DeleteFieldDialog {...question} onClose={onClose} />;
  return <EditFieldDialog field={question.kind === 'edit' ? question.field : null} onClose={onClose} />;
}

type Draft = { name: string; type: CustomField['type']; choices: string };

function EditFieldDialog({ field, onClose }: { field: CustomField | null; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const formId = useId();
  const form = useForm<Draft>({
    initial: { name: field?.name ?? '', type: field?.type ?? 'text', choices: field?.choices.join('\n') ?? '' },
    check: ({ name, type, choices }) => {
      const wanted = name.trim();
      if (wanted === '') return { name: t`Enter a name.` };
      if ([...wanted].length > 40) return { name: t`At most 40 characters.` };
      if (isReservedName(wanted)) {
        return { name: t`${wanted.toUpperCase()} is a built-in variable. Choose another name.` };
      }
      return type === 'choice' && parseLines(choices).length === 0 ? { choices: t`Enter at least one option.` } : {};
    },
    send: async ({ name, type, choices }) => {
      const settings = { type, ...(type === 'choice' && { choices: parseLines(choices) }) };
      const wanted = name.trim();
      if (field === null) await api('POST /api/custom-fields', { body: { name: wanted, ...settings } });
      else {
        const body = { ...(wanted !== field.name && { name: wanted }), ...settings };
        await api('PUT /api/custom-fields/{name}', { params: { name: field.name }, body });
      }
      invalidateFields();
      onClose();
    },
  });
  const { values } = form;
  const renames = field !== null && values.name.trim() !== field.name && values.name.trim() !== '';
  return (
    <Dialog
      title={field === null ? t`New attribute` : t`Change ${field.name}`}
      onClose={onClose}
      lightDismiss={false}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} variant="filled" busy={form.busy}>
            {field === null ? t`Add attribute` : t`Save`}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={form.submit}>
        <FormError>{form.problem}</FormError>
        <TextField
          data-focus
          label={t`Name`}
          autoComplete="off"
          help={renames ? t`Everything that uses ${field.name} uses the new name from then on.` : undefined}
          {...form.text('name')}
        />
        <Field label={t`Type`} error={form.errors.type ?? null}>
          {(ties) => (
            <Select
              {...ties}
              value={values.type}
              onChange={(event) => form.set('type', event.target.value as CustomField['type'])}
            >
              {(Object.keys(typeTitles) as CustomField['type'][]).map((type) => (
                <option key={type} value={type}>
                  {i18n._(typeTitles[type])}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {values.type === 'choice' && (
          <TextAreaField
            label={t`Choices`}
            help={t`One per line, in display order.`}
            rows={5}
            value={values.choices}
            error={form.errors.choices ?? null}
            onChange={(event) => form.set('choices', event.target.value)}
          />
        )}
      </Form>
    </Dialog>
  );
}

function parseLines(text: string): string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
}

type DeleteFieldProps = { field: CustomField; uses: readonly FieldUse[]; onClose: () => void };

/**
 * Asks whether to hide the field, which keeps its values, or to delete it, and shows how many contacts have a value.
 */
function DeleteFieldDialog({ field, uses, onClose }: DeleteFieldProps) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const withSandbox = useWithSandbox();
  const name = useId();
  const [deletes, setDeletes] = useState(field.hidden);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { used_by: usedBy, sandbox_count: ofSandbox } = field;
  const values = usedBy + (ofSandbox ?? 0);
  const holders =
    ofSandbox === undefined
      ? t`${plural(usedBy, { one: '# contact has a value in it.', other: '# contacts have a value in it.' })}`
      : t`With a value in it: ${withSandbox(t`${plural(usedBy, { one: '# contact', other: '# contacts' })}`, ofSandbox)}.`;
  const run = async () => {
    setBusy(true);
    setProblem(null);
    try {
      if (deletes) await api('DELETE /api/custom-fields/{name}', { params: { name: field.name } });
      else await api('PUT /api/custom-fields/{name}', { params: { name: field.name }, body: { hidden: true } });
      toast({ message: deletes ? t`${field.name} is deleted.` : t`${field.name} hidden. Its values are not deleted.` });
      invalidateFields();
      onClose();
    } catch (error) {
      setProblem(words(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      alert
      title={t`Remove ${field.name}?`}
      onClose={onClose}
      footer={
        <>
          <Button data-focus onClick={onClose}>{t`Keep`}</Button>
          <Button variant="filled" danger={deletes} busy={busy} onClick={() => void run()}>
            {deletes ? t`Delete with ${plural(values, { one: '# value', other: '# values' })}` : t`Hide attribute`}
          </Button>
        </>
      }
    >
      <p className={dialogs.note}>
        {holders} {uses.length > 0 && t`These use it and will find no value:`}
      </p>
      {uses.length > 0 && <FieldUses uses={uses} />}
      <fieldset className={dialogs.choices}>
        <legend className="visually-hidden">{t`Hide or delete`}</legend>
        {!field.hidden && (
          <label className={dialogs.choice}>
            <input type="radio" name={name} checked={!deletes} onChange={() => setDeletes(false)} />
            <span>
              {t`Hide and keep values`}
              <small>{t`Hidden everywhere. Show the field again to get its values back.`}</small>
            </span>
          </label>
        )}
        <label className={dialogs.choice}>
          <input type="radio" name={name} checked={deletes} onChange={() => setDeletes(true)} />
          <span>
            {t`Delete with all values`}
            <small>{t`This can’t be undone.`}</small>
          </span>
        </label>
      </fieldset>
      <FormError>{problem}</FormError>
    </Dialog>
  );
}
