import { useLingui } from '@lingui/react/macro';
import type { SandboxPhone } from '@parley/contract/types';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { ApiError } from '../../../../platform/errors.ts';
import { Button } from '../../../../ui/button.tsx';
import { inputClass } from '../../../../ui/field.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import styles from './another-phone.module.css';

/** Adds a simulated customer, for whom a name is enough, or a WhatsApp group of three of them. */
export function AnotherPhone({ onMade }: { onMade: (phone: SandboxPhone) => void }) {
  const { t } = useLingui();
  const [name, setName] = useState<string | null>(null);
  const [isGroup, setIsGroup] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (name === null) {
    const begin = (group: boolean) => {
      setIsGroup(group);
      setName('');
    };
    return (
      <span className={styles.more}>
        <Button size="sm" variant="plain" onClick={() => begin(false)}>
          <IconPlus {...smallIcon} />
          {t`Another phone`}
        </Button>
        <Button size="sm" variant="plain" onClick={() => begin(true)}>
          <IconUsersGroup {...smallIcon} />
          {t`Group`}
        </Button>
      </span>
    );
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || busy) return;
    setBusy(true);
    try {
      const body = { name: name.trim() };
      onMade(await (isGroup ? api('POST /api/sandbox/groups', { body }) : api('POST /api/sandbox/phones', { body })));
      setName(null);
      setFailure(null);
    } catch (error) {
      const words = error instanceof ApiError ? (error.data[0]?.msg ?? error.message) : null;
      setFailure(words ?? t`The server did not answer. Try again.`);
    } finally {
      setBusy(false);
    }
  };
  const label = isGroup ? t`Subject of the new group` : t`Name of the new customer`;
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <input
        ref={(input) => input?.focus()}
        className={inputClass()}
        value={name}
        maxLength={200}
        aria-label={label}
        placeholder={label}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && setName(null)}
      />
      <Button type="submit" size="sm" busy={busy} blocked={name.trim() === ''}>{t`Add`}</Button>
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
    </form>
  );
}
