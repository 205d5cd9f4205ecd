import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Contact, ContactList } from '@parley/contract/types';
import { IconArrowsMaximize, IconMessage } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { type Command, useCommands } from '../../../ui/commands/commands.ts';
import { icon } from '../../../ui/icon.ts';
import { IconButton, iconButtonClass } from '../../../ui/icon-button.tsx';
import { KeyCaps } from '../../../ui/key-caps.tsx';
import { SidePanel } from '../../../ui/layer/side-panel.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { useBelow } from '../../../ui/use-media.ts';
import { PermissionNote, useRefusal } from '../../team/public.ts';
import { contactName } from '../data/contact-name.ts';
import { useContact } from '../data/use-contact.ts';
import { useContactActions } from '../data/use-contact-actions.ts';
import { useContactForm } from '../data/use-contact-form.ts';
import { useMessageTo } from '../data/use-message-to.ts';
import { ContactViews } from './contact-views.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { ContactFields } from './form/contact-fields.tsx';
import { ContactLeaveGuard } from './form/contact-leave-guard.tsx';
import { ContactMerges } from './merge/contact-merges.tsx';
import { Suppressions } from './suppressions.tsx';

const commands: Command[] = [{ id: 'contact.save', group: 'page', title: msg`Save the contact`, keys: 'mod+s' }];

type PanelProps = {
  id: string;
  list: ContactList | null;
  /** Opens another contact instead. */
  onOpen: (id: string) => void;
  onClose: () => void;
};

/** The panel of a contact beside the table, editable in place. */
export function ContactSidePanel(props: PanelProps) {
  const { t } = useLingui();
  const state = useContact(props.id);
  if (state.kind === 'there') return <Panel {...props} contact={state.contact} />;
  return (
    <SidePanel title={t`Contact`} size="md" onClose={props.onClose}>
      {state.kind === 'loading' && <Skeleton shape="table" label={t`Loading contact`} count={6} />}
      {state.kind === 'none' && <p>{t`This contact no longer exists.`}</p>}
      {state.kind === 'problem' && (
        <ProblemState title={t`Couldn’t load the contact`} error={state.error} onRetry={state.retry} />
      )}
    </SidePanel>
  );
}

function Panel({ contact, list, onOpen, onClose }: PanelProps & { contact: Contact }) {
  const { t } = useLingui();
  const form = useContactForm(contact);
  const actions = useContactActions();
  const messageTo = useMessageTo();
  const [deleting, setDeleting] = useState(false);
  const edits = useRefusal('contacts.edit') === null;
  const deletes = useRefusal('contacts.delete') === null;
  const name = contactName(contact);
  const phone = useBelow('md');
  const save = async () => {
    if ((await form.save()) !== null) toast({ message: t`${form.draft.name.trim() || name} is saved.` });
  };
  useCommands(commands, edits ? { 'contact.save': () => void save() } : {});
  const remove = async () => {
    if (list !== null) setDeleting(true);
    else if (await actions.remove([contact.id])) onClose();
  };
  return (
    <SidePanel
      title={name}
      size="md"
      onClose={onClose}
      actions={
        <>
          <IconButton label={t`Write to ${name}`} onClick={() => void messageTo(contact)}>
            <IconMessage {...icon} />
          </IconButton>
          <Link
            to="/contacts/$id/edit"
            params={{ id: contact.id }}
            className={iconButtonClass()}
            aria-label={t`Open as a page`}
            data-tip={t`Open as a page`}
          >
            <IconArrowsMaximize {...icon} />
          </Link>
        </>
      }
      footer={
        edits && (
          <>
            {deletes && <Button variant="plain" danger onClick={() => void remove()}>{t`Delete`}</Button>}
            <span style={{ flex: 1 }} />
            {form.changed && <Button onClick={form.discard}>{t`Discard`}</Button>}
            <Button variant="filled" busy={form.busy} blocked={!form.changed} onClick={() => void save()}>
              {t`Save`} {!phone && <KeyCaps keys="mod+s" />}
            </Button>
          </>
        )
      }
    >
      <ContactViews contact={contact}>
        {edits ? <ContactFields form={form} contact={contact} /> : <PermissionNote right="contacts.edit" />}
        <Suppressions contact={contact} />
        <ContactMerges contact={contact} onContactMoved={onOpen} />
      </ContactViews>
      <ContactLeaveGuard when={form.changed} stays={(search) => search['contact'] === contact.id} />
      {deleting && (
        <DeleteDialog
          chosen={{ count: 1, selections: [{ ids: [contact.id] }], rows: null }}
          list={list}
          onClose={(done) => {
            setDeleting(false);
            if (done) onClose();
          }}
        />
      )}
    </SidePanel>
  );
}
