import { useLingui } from '@lingui/react/macro';
import type { Client } from '@parley/contract/types';
import { useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { redirectAfterRemoval } from '../../../../platform/removed-from-account.ts';
import { Button } from '../../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { ConfirmDialog } from '../../../../ui/layer/confirm-dialog.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useRows } from '../../../sync/public.ts';
import { invalidateTeam, PermissionNote, useRefusal, useTransfer } from '../../../team/public.ts';
import styles from './business.module.css';

/** Transferring and closing the account: for Owners; others see who can. */
export function BusinessOwnership({ client }: { client: Client }) {
  const { t } = useLingui();
  const isOwner = useRefusal('account.transfer') === null;
  return (
    <>
      <section className={styles.section} aria-label={t`Transfer account`}>
        <h2>{t`Transfer account`}</h2>
        {isOwner ? <HandOver client={client} /> : <PermissionNote right="account.transfer" />}
      </section>
      <section className={styles.section} aria-label={t`Close the account`}>
        <h2>{t`Close the account`}</h2>
        {isOwner ? <Close client={client} /> : <PermissionNote right="account.close" />}
      </section>
    </>
  );
}

function HandOver({ client }: { client: Client }) {
  const { t } = useLingui();
  const serverText = useServerErrorMessage();
  const { data: transfer } = useTransfer();
  const members = useRows('users').filter(({ state, role }) => state === 'active' && role !== 'Owner');
  const [to, setTo] = useState('');
  const [asking, setAsking] = useState(false);
  const name = members.find(({ id }) => id === to)?.name ?? '';
  const offer = async () => {
    try {
      await api('POST /api/client/transfer', { body: { user_id: to } });
      toast({ message: t`${name} can accept the account for seven days.` });
    } catch (error) {
      toast({ message: serverText(error) });
    }
    invalidateTeam();
  };
  if (transfer)
    return <p>{t`You offered the account to ${transfer.to.name}. You can withdraw the offer in the bar above.`}</p>;
  return (
    <>
      <p className={styles.quiet}>
        {t`When the other member accepts, they become Owner and you become Admin. To have several Owners, change a role under Team instead.`}
      </p>
      <SelectField
        label={t`New owner`}
        choices={members.map(({ id, name: label }) => ({ value: id, label }))}
        value={to}
        onChange={setTo}
      />
      <p className={styles.actions}>
        <Button blocked={to === ''} onClick={() => setAsking(true)}>{t`Transfer account`}</Button>
        {members.length === 0 && <span className={styles.quiet}>{t`No other member can become Owner.`}</span>}
      </p>
      {asking && (
        <ConfirmDialog
          title={t`Offer ${client.name} to ${name}?`}
          confirm={t`Offer it`}
          keep={t`Keep`}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            // Only one dialog at a time: the identity dialog comes after this one closes.
            void offer();
          }}
        >
          <p>{t`When ${name} accepts, you become Admin and can no longer transfer or close the account. Until then you can withdraw the offer.`}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function Close({ client }: { client: Client }) {
  const { t } = useLingui();
  const serverText = useServerErrorMessage();
  const [asking, setAsking] = useState(false);
  const close = async () => {
    try {
      await api('POST /api/client/close', { body: { name: client.name } });
      await redirectAfterRemoval(client.name);
    } catch (error) {
      toast({ message: serverText(error) });
    }
  };
  return (
    <>
      <p className={styles.quiet}>
        {t`No one can open the account, messages stop, and its numbers can be connected elsewhere. This can’t be undone.`}
      </p>
      <p className={styles.actions}>
        <Button danger onClick={() => setAsking(true)}>{t`Close the account`}</Button>
      </p>
      {asking && (
        <ConfirmDialog
          title={t`Close ${client.name} for everyone?`}
          confirm={t`Close permanently`}
          keep={t`Keep open`}
          typed={{ word: client.name.trim(), label: t`Type the name of the account: ${client.name}` }}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            void close();
          }}
        >
          <p>{t`Everyone in the team loses access right away. Contacts, conversations and templates can’t be opened again.`}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
