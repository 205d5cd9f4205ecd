import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Contact } from '@parley/contract/types';
import { IconMessage } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { type Command, useCommands } from '../../../ui/commands/commands.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { Page, PageBar, PageBody } from '../../../ui/page.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SubPanelButton } from '../../../ui/sub-panel.tsx';
import { toast } from '../../../ui/toast.ts';
import { useRows } from '../../sync/public.ts';
import { LiveScope, PermissionNote, useRefusal } from '../../team/public.ts';
import { ContactViews } from '../components/contact-views.tsx';
import { ContactsSubPanel } from '../components/contacts-sub-panel.tsx';
import { ContactFields } from '../components/form/contact-fields.tsx';
import { ContactLeaveGuard } from '../components/form/contact-leave-guard.tsx';
import { ContactMerges } from '../components/merge/contact-merges.tsx';
import { ContactPrivacy } from '../components/privacy/contact-privacy.tsx';
import { Suppressions } from '../components/suppressions.tsx';
import { contactName } from '../data/contact-name.ts';
import { useContact } from '../data/use-contact.ts';
import { useContactActions } from '../data/use-contact-actions.ts';
import { useContactForm } from '../data/use-contact-form.ts';
import { useMessageTo } from '../data/use-message-to.ts';
import styles from './form-page.module.css';

const commands: Command[] = [
  { id: 'contact.save', group: 'page', title: msg`Save the contact`, keys: 'mod+s' },
  { id: 'contact.message', group: 'page', title: msg`Message contact`, keys: 'm', icon: IconMessage },
];

/** `/contacts/{id}/edit` */
export function EditContactPage() {
  const { id = '' } = useParams({ strict: false });
  return (
    <LiveScope>
      <EditContact key={id} id={id} />
    </LiveScope>
  );
}

function EditContact({ id }: { id: string }) {
  const { t } = useLingui();
  const state = useContact(id);
  const lists = useRows('contact_lists');
  const title = state.kind === 'there' ? contactName(state.contact) : t`Edit contact`;
  return (
    <>
      <ContactsSubPanel view={null} lists={lists} />
      <Page label={t`Edit contact`} scroll="document">
        <PageBar title={<bdi>{title}</bdi>} start={<SubPanelButton label={t`Views and lists`} />}>
          {state.kind === 'there' && <MessageButton contact={state.contact} />}
        </PageBar>
        <PageBody padded>
          {state.kind === 'there' && <Editor contact={state.contact} />}
          {state.kind === 'loading' && <Skeleton shape="table" label={t`Loading contact`} count={6} />}
          {state.kind === 'none' && (
            <EmptyState
              title={t`This contact no longer exists`}
              actions={<Link to="/contacts" search={{}} className={buttonClass({ variant: 'filled' })}>{t`Back`}</Link>}
            >
              <p>{t`The contact was deleted or merged, or the link is wrong. Deleted contacts stay under Deleted for 30 days.`}</p>
            </EmptyState>
          )}
          {state.kind === 'problem' && (
            <ProblemState title={t`Couldn’t load the contact`} error={state.error} onRetry={state.retry} />
          )}
        </PageBody>
      </Page>
    </>
  );
}

function MessageButton({ contact }: { contact: Contact }) {
  const { t } = useLingui();
  const messageTo = useMessageTo();
  useCommands(commands.slice(1), { 'contact.message': () => void messageTo(contact) });
  return (
    <Button onClick={() => void messageTo(contact)}>
      <IconMessage {...smallIcon} />
      {t`Message`}
    </Button>
  );
}

function Editor({ contact }: { contact: Contact }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const form = useContactForm(contact);
  const actions = useContactActions();
  const edits = useRefusal('contacts.edit') === null;
  const deletes = useRefusal('contacts.delete') === null;
  const exports = useRefusal('contacts.export') === null;
  const erases = useRefusal('contacts.erase') === null;
  const [asksForData, setAsksForData] = useState(false);
  const save = async () => {
    if ((await form.save()) !== null)
      toast({ message: t`${form.draft.name.trim() || contactName(contact)} is saved.` });
  };
  useCommands(commands.slice(0, 1), edits ? { 'contact.save': () => void save() } : {});
  const remove = async () => {
    if (await actions.remove([contact.id])) await navigate({ to: '/contacts', search: {} });
  };
  return (
    <div className={styles.sheet}>
      <ContactViews contact={contact}>
        <h2 className="visually-hidden">{t`Details`}</h2>
        {edits ? (
          <form
            id="contact-form"
            className={styles.form}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void save();
            }}
          >
            <ContactFields form={form} contact={contact} />
            <div className={styles.actions}>
              <Button type="submit" variant="filled" busy={form.busy} blocked={!form.changed}>{t`Save`}</Button>
              {form.changed && <Button onClick={form.discard}>{t`Discard`}</Button>}
              <span className={styles.space} />
              {deletes && <Button variant="plain" danger onClick={() => void remove()}>{t`Delete`}</Button>}
            </div>
          </form>
        ) : (
          <PermissionNote right="contacts.edit" />
        )}
        <Suppressions contact={contact} />
        <ContactMerges
          contact={contact}
          onContactMoved={(id) => void navigate({ to: '/contacts/$id/edit', params: { id }, replace: true })}
        />
        {asksForData ? (
          <ContactPrivacy contact={contact} onErased={() => void navigate({ to: '/contacts', search: {} })} />
        ) : (
          (exports || erases) && (
            <p className={styles.more}>
              <Button size="sm" onClick={() => setAsksForData(true)}>{t`Export or erase their data`}</Button>
            </p>
          )
        )}
      </ContactViews>
      <ContactLeaveGuard when={form.changed} />
    </div>
  );
}
