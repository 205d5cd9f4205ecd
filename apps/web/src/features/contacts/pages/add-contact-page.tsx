import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { api } from '../../../platform/api.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { type Command, useCommands } from '../../../ui/commands/commands.ts';
import { TextAreaField } from '../../../ui/field.tsx';
import { Page, PageBar, PageBody } from '../../../ui/page.tsx';
import { useServerWords } from '../../../ui/request-words.ts';
import { SubPanelButton } from '../../../ui/sub-panel.tsx';
import { toast } from '../../../ui/toast.ts';
import { useRows } from '../../sync/public.ts';
import { LiveScope, RightNote, useRefusal } from '../../team/public.ts';
import { useContactCalls } from '../client/use-contact-calls.ts';
import { ContactsSubPanel } from '../components/contacts-sub-panel.tsx';
import { contactName } from '../contact-name.ts';
import { ContactFields } from '../form/contact-fields.tsx';
import { ContactLeaveGuard } from '../form/contact-leave-guard.tsx';
import { useContactForm } from '../form/use-contact-form.ts';
import { useMessageTo } from '../use-message-to.ts';
import styles from './form-page.module.css';

const commands: Command[] = [
  { id: 'contact.save', group: 'page', title: msg`Save the contact`, keys: 'mod+s' },
  { id: 'contact.save-next', group: 'page', title: msg`Save and add another`, keys: 'mod+enter' },
];

/** `/contacts/add` */
export function AddContactPage() {
  return (
    <LiveScope>
      <AddContact />
    </LiveScope>
  );
}

type After = 'open' | 'another' | 'message';

function AddContact() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const words = useServerWords();
  const calls = useContactCalls();
  const messageTo = useMessageTo();
  const lists = useRows('contact_lists');
  const start = startOf(useSearch({ strict: false }) as Record<string, unknown>);
  const form = useContactForm(null, start);
  const [note, setNote] = useState('');
  const edits = useRefusal('contacts.edit') === null;

  const keepNote = async (id: string) => {
    if (note.trim() === '') return;
    try {
      await api('POST /api/contacts/{id}/notes', { params: { id }, body: { body: note } });
    } catch (error) {
      toast({ message: `${t`The contact is saved, the note is not.`} ${words(error)}` });
    }
  };
  const save = async (after: After) => {
    const id = await form.save();
    if (id === null) return;
    await keepNote(id);
    const saved = await calls.contact(id).catch(() => null);
    const name = saved === null ? t`The contact` : contactName(saved);
    toast({
      message: t`${name} is added.`,
      action: {
        label: t`Open`,
        undoes: false,
        run: () => void navigate({ to: '/contacts/$id/edit', params: { id } }),
      },
    });
    // Nothing is unsaved any more when the address changes.
    flushSync(() => {
      form.next();
      setNote('');
    });
    if (after === 'another') document.querySelector<HTMLElement>('#contact-form input[type="tel"]')?.focus();
    else if (after === 'message' && saved !== null) await messageTo(saved);
    else await navigate({ to: '/contacts', search: { contact: id } });
  };
  useCommands(
    commands,
    edits ? { 'contact.save': () => void save('open'), 'contact.save-next': () => void save('another') } : {},
  );
  const unsaved = form.changed || note.trim() !== '';
  return (
    <>
      <ContactsSubPanel view={null} lists={lists} />
      <Page label={t`Add contact`} scroll="document">
        <PageBar title={t`Add contact`} start={<SubPanelButton label={t`Views and lists`} />} />
        <PageBody padded>
          {edits ? (
            <form
              id="contact-form"
              className={styles.form}
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                void save('open');
              }}
            >
              <ContactFields form={form} contact={null} />
              <TextAreaField
                label={t`Notes`}
                help={t`For the team; the customer never sees them.`}
                dir="auto"
                maxLength={10_000}
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
              <div className={styles.acts}>
                <Button type="submit" variant="filled" busy={form.busy}>{t`Save`}</Button>
                <Button busy={form.busy} onClick={() => void save('another')}>{t`Save and add another`}</Button>
                <Button busy={form.busy} onClick={() => void save('message')}>{t`Save and message`}</Button>
                <span className={styles.space} />
                <Link to="/contacts" search={{}} className={buttonClass({ variant: 'plain' })}>{t`Cancel`}</Link>
              </div>
            </form>
          ) : (
            <RightNote right="contacts.edit" />
          )}
        </PageBody>
      </Page>
      <ContactLeaveGuard when={unsaved} />
    </>
  );
}

/** What a link brings along: a number, a name, a list. */
function startOf({ phone, name, list }: Record<string, unknown>) {
  const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
  const digits = text(phone).replaceAll(/\D/g, '');
  return {
    ...(digits !== '' && { digits, typed: `+${digits}` }),
    ...(text(name) !== '' && { name: text(name) }),
    ...(text(list) !== '' && { lists: [text(list)] }),
  };
}
