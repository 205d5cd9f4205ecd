import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { currentForm } from '@parley/contract/phone-forms';
import { digitsIn, plainNumber } from '@parley/contract/phone-text';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { api } from '../../../platform/api.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { type Command, useCommands } from '../../../ui/commands/commands.ts';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { TextAreaField } from '../../../ui/field.tsx';
import { Page, PageBar, PageBody } from '../../../ui/page.tsx';
import { SubPanelButton } from '../../../ui/sub-panel.tsx';
import { toast } from '../../../ui/toast.ts';
import { useRows } from '../../sync/public.ts';
import { LiveScope, PermissionNote, useRefusal } from '../../team/public.ts';
import { ContactsSubPanel } from '../components/contacts-sub-panel.tsx';
import { ContactFields } from '../components/form/contact-fields.tsx';
import { ContactLeaveGuard } from '../components/form/contact-leave-guard.tsx';
import { contactName } from '../data/contact-name.ts';
import { useContactCalls } from '../data/use-contact-calls.ts';
import { useContactForm } from '../data/use-contact-form.ts';
import { useMessageTo } from '../data/use-message-to.ts';
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
  const words = useServerErrorMessage();
  const calls = useContactCalls();
  const messageTo = useMessageTo();
  const lists = useRows('contact_lists');
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const sandbox = search['sandbox'] === true;
  const form = useContactForm(null, startOf(search), sandbox);
  const [note, setNote] = useState('');
  const edits = useRefusal('contacts.enter_numbers') === null;

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
    // The form must be clean before the URL changes.
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
        <PageBar
          title={t`Add contact`}
          note={sandbox && t`Sandbox contact`}
          start={<SubPanelButton label={t`Views and lists`} />}
        />
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
              <div className={styles.actions}>
                <Button type="submit" variant="filled" busy={form.busy}>{t`Save`}</Button>
                <Button busy={form.busy} onClick={() => void save('another')}>{t`Save and add another`}</Button>
                <Button busy={form.busy} onClick={() => void save('message')}>{t`Save and message`}</Button>
                <span className={styles.space} />
                <Link to="/contacts" search={{}} className={buttonClass({ variant: 'plain' })}>{t`Cancel`}</Link>
              </div>
            </form>
          ) : (
            <PermissionNote right="contacts.enter_numbers" />
          )}
        </PageBody>
      </Page>
      <ContactLeaveGuard when={unsaved} />
    </>
  );
}

/** Initial values from the URL: number, name, list. */
function startOf({ phone, name, list }: Record<string, unknown>) {
  const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
  const number = plainNumber(text(phone));
  const digits = currentForm(digitsIn(number));
  // A shared contact may have a number as its country writes it.
  const isNational = digits.startsWith('0') && !number.startsWith('+');
  return {
    ...(isNational && { digits: null, typed: text(phone) }),
    ...(digits !== '' && !isNational && { digits, typed: `+${digits}` }),
    ...(text(name) !== '' && { name: text(name) }),
    ...(text(list) !== '' && { lists: [text(list)] }),
  };
}
