import { useLingui } from '@lingui/react/macro';
import type { TestNumber } from '@parley/contract/types';
import { IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Drawer } from '../../../../ui/layer/drawer.tsx';
import { toast } from '../../../../ui/toast.ts';
import { readableNumber } from '../../../contacts/public.ts';
import { useRows } from '../../../sync/public.ts';
import { serverMessage } from '../../data/sandbox/server-message.ts';
import { mostTestPhones, type TestPhones, useTestPhones } from '../../data/sandbox/use-test-phones.ts';
import styles from './sandbox-controls.module.css';

/** Real phones for test messages: their number, and the drawer that manages them. */
export function TestPhonesSection({ visible }: { visible: boolean }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const list = useTestPhones(visible, visible && open);
  const verified = list.phones?.filter(({ state }) => state === 'VERIFIED').length ?? 0;
  return (
    <div className={styles.section}>
      <h2>
        {t`Real test phones`}
        <button type="button" className={styles.plain} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t`Manage test phones`}
        </button>
      </h2>
      <p className={styles.quiet} role="status">
        {verified === 0
          ? t`None. Test sends reach the sandbox only.`
          : t`${verified} of ${mostTestPhones}. Test sends go only to these phones and to the sandbox.`}
      </p>
      {open && <TestPhonesDrawer list={list} onClose={() => setOpen(false)} />}
    </div>
  );
}

function TestPhonesDrawer({ list, onClose }: { list: TestPhones; onClose: () => void }) {
  const { t } = useLingui();
  const { phones, failing } = list;
  return (
    <Drawer title={t`Real test phones`} size="md" onClose={onClose}>
      <p className={styles.quiet}>
        {t`Test sends never go to customers, only to the sandbox or to one of these phones. Each phone is verified by a message from it.`}
      </p>
      {failing && <p className={styles.bad} role="alert">{t`Couldn’t load the list. Retrying…`}</p>}
      {phones?.map((phone) => (
        <TestPhoneRow key={phone.id} phone={phone} onRemove={() => list.remove(phone.id)} />
      ))}
      {phones !== null && phones.length < mostTestPhones && <AddTestPhone onAdd={list.add} />}
      {phones !== null && phones.length >= mostTestPhones && (
        <p className={styles.quiet}>{t`You’ve reached the limit. Remove one to add another.`}</p>
      )}
    </Drawer>
  );
}

function TestPhoneRow({ phone, onRemove }: { phone: TestNumber; onRemove: () => Promise<void> }) {
  const { t } = useLingui();
  const { name, phone_number, code } = phone;
  const remove = async () => {
    try {
      await onRemove();
    } catch (error) {
      toast({ message: serverMessage(error) ?? t`Not removed. Try again.` });
    }
  };
  return (
    <article className={styles.scenario}>
      <span className={styles.testPhone}>
        <strong dir="auto">{name}</strong>
        <Badge tone={code === null ? 'ok' : 'warn'}>{code === null ? t`Verified` : t`Not verified yet`}</Badge>
        <IconButton size="sm" label={t`Remove ${name}`} onClick={() => void remove()}>
          <IconTrash {...smallIcon} />
        </IconButton>
      </span>
      <bdi className={styles.quiet}>{readableNumber(phone_number)}</bdi>
      {code !== null && <HowToVerify code={code} />}
    </article>
  );
}

function HowToVerify({ code }: { code: string }) {
  const { t } = useLingui();
  const numbers = useRows('channels').filter(({ kind, sandbox }) => kind === 'WHATSAPP' && !sandbox);
  const words = `Test ${code}`;
  if (numbers.length === 0) {
    return <p className={styles.quiet}>{t`Connect a WhatsApp number first; this phone then writes to it.`}</p>;
  }
  return (
    <p>
      {t`From this phone, send on WhatsApp:`} <strong translate="no">{words}</strong> {t`to`}{' '}
      {numbers.map(({ id, phone_number }, at) => (
        <bdi key={id}>{`${at === 0 ? '' : ', '}${readableNumber(phone_number)}`}</bdi>
      ))}
    </p>
  );
}

function AddTestPhone({ onAdd }: { onAdd: TestPhones['add'] }) {
  const { t } = useLingui();
  const [name, setName] = useState('');
  const [number, setNumber] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const blocked = name.trim() === '' || number.trim() === '';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (blocked || busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await onAdd(name.trim(), number.trim());
      setName('');
      setNumber('');
    } catch (error) {
      setFailure(serverMessage(error) ?? t`The server did not answer. Try again.`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        label={t`Whose phone`}
        value={name}
        maxLength={200}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={t`Phone number`}
        type="tel"
        value={number}
        maxLength={40}
        error={failure}
        onChange={(event) => setNumber(event.target.value)}
      />
      <p className={styles.row}>
        <Button type="submit" busy={busy} blocked={blocked}>{t`Add test phone`}</Button>
      </p>
    </form>
  );
}
