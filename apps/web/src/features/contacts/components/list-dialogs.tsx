import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ContactList } from '@parley/contract/types';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { uuidv7 } from '../../../platform/id.ts';
import { Button } from '../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { TextField } from '../../../ui/field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useForm } from '../../../ui/use-form.ts';
import { useWithSandbox } from '../../sandbox/public.ts';
import { useAccount } from '../../sync/public.ts';
import { PermissionNote, useRefusal } from '../../team/public.ts';
import { useContactCalls } from '../data/use-contact-calls.ts';
import { ColorChoice } from './color-choice.tsx';
import styles from './dialogs.module.css';

export type ListDialogState =
  | { kind: 'new'; onMade?: (list: ContactList) => void }
  | { kind: 'edit'; list: ContactList }
  | { kind: 'delete'; list: ContactList };

/** The dialogs that create, edit and delete a list. */
export function ListDialogs({ question, onClose }: { question: ListDialogState; onClose: () => void }) {
  if (question.kind === 'delete') return <DeleteListDialog list={question.list} onClose={onClose} />;
  const list = question.kind === 'edit' ? question.list : null;
  return (
    <ListDialog
      list={list}
      onClose={onClose}
      {...(question.kind === 'new' && question.onMade && { onMade: question.onMade })}
    />
  );
}

type Draft = { name: string; color: ContactList['color'] };

function ListDialog(props: { list: ContactList | null; onMade?: (list: ContactList) => void; onClose: () => void }) {
  const { t } = useLingui();
  const account = useAccount();
  const formId = useId();
  const { list, onClose } = props;
  // Created once, so that submitting twice creates one list.
  const [id] = useState(() => list?.id ?? uuidv7());
  const form = useForm<Draft>({
    initial: { name: list?.name ?? '', color: list?.color ?? null },
    check: ({ name }) => (name.trim() === '' ? { name: t`Enter a name.` } : {}),
    send: async (draft) => {
      const saved =
        list === null
          ? await account.api('POST /api/contact-lists', { body: { id, ...draft } })
          : await account.api('PUT /api/contact-lists/{id}', { params: { id }, body: draft });
      account.store.putRows('contact_lists', [saved]);
      props.onMade?.(saved);
      onClose();
    },
  });
  return (
    <Dialog
      title={list === null ? t`New list` : t`Change ${list.name}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} variant="filled" busy={form.busy}>
            {list === null ? t`Create list` : t`Save`}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={form.submit}>
        <FormError>{form.problem}</FormError>
        <TextField data-focus label={t`Name`} autoComplete="off" maxLength={200} {...form.text('name')} />
        <ColorChoice value={form.values.color} onChange={(color) => form.set('color', color)} />
      </Form>
    </Dialog>
  );
}

type Members = 'false' | 'only_here' | 'true';

/** Always asks what to do with the contacts of the list. */
function DeleteListDialog({ list, onClose }: { list: ContactList; onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const calls = useContactCalls();
  const serverText = useServerErrorMessage();
  const mayDelete = useRefusal('contacts.delete') === null;
  const [members, setMembers] = useState<Members>('false');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const name = useId();
  const withSandbox = useWithSandbox();
  const countText = withSandbox(
    t`${plural(list.member_count, { one: 'the # contact', other: 'the # contacts' })}`,
    list.sandbox_count,
  );
  const choices: { value: Members; label: string; help: string }[] = [
    { value: 'false', label: t`Keep ${countText}`, help: t`The contacts are not deleted, only this list.` },
    {
      value: 'only_here',
      label: t`Also delete the contacts only in this list`,
      help: t`Contacts that are also in another list are not deleted.`,
    },
    { value: 'true', label: t`Delete all ${countText}`, help: t`Also removed from other lists.` },
  ];
  const verbs: Record<Members, string> = {
    false: t`Delete the list`,
    only_here: t`Delete list and its own contacts`,
    true: t`Delete list and ${countText}`,
  };
  const run = async () => {
    setBusy(true);
    setProblem(null);
    const [done] = await calls.deleteList(list.id, members, (error) => setProblem(serverText(error)));
    setBusy(false);
    if (done === 0) return;
    toast({
      message:
        members === 'false'
          ? t`${list.name} deleted. Its contacts were not deleted.`
          : t`${list.name} is being deleted together with its contacts.`,
    });
    void navigate({ to: '/contacts', search: {} });
    onClose();
  };
  return (
    <Dialog
      alert
      title={t`Delete the list ${list.name}?`}
      onClose={onClose}
      footer={
        <>
          <Button data-focus onClick={onClose}>{t`Keep list`}</Button>
          <Button variant="filled" danger busy={busy} onClick={() => void run()}>
            {verbs[members]}
          </Button>
        </>
      }
    >
      <fieldset className={styles.choices}>
        <legend>{t`What should happen to its contacts?`}</legend>
        {choices.map(({ value, label, help }) => (
          <label key={value} className={styles.choice}>
            <input
              type="radio"
              name={name}
              checked={members === value}
              disabled={value !== 'false' && !mayDelete}
              onChange={() => setMembers(value)}
            />
            <span>
              {label}
              <small>{help}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {!mayDelete && <PermissionNote right="contacts.delete" />}
      {members !== 'false' && (
        <p className={styles.note}>{t`You can restore deleted contacts for 30 days, but not the list.`}</p>
      )}
      <FormError>{problem}</FormError>
    </Dialog>
  );
}
