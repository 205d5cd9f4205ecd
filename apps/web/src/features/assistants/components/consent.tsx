import { useLingui } from '@lingui/react/macro';
import type { ApplicationScope, AskingApplication } from '@parley/contract/types';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form.tsx';
import { icon } from '../../../ui/icon.ts';
import { OptionCards } from '../../../ui/option-cards.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import styles from './consent.module.css';
import { useDestinationText } from './use-destination-text.ts';

export type ConsentProps = {
  asking: AskingApplication;
  /** Those that the member can let it into. */
  accounts: readonly { client_id: string; name: string }[];
  /** The account of this tab. */
  clientId: string;
  email: string;
  problem: string | null;
  onAccount: (clientId: string) => void;
  /** @param scopes none: refused */
  onDecide: (scopes: ApplicationScope[]) => Promise<void>;
};

/** Who asks for what, as whom it will act, and where the answer goes. */
export function Consent({ asking, accounts, clientId, email, problem, onAccount, onDecide }: ConsentProps) {
  const { t } = useLingui();
  const destinationText = useDestinationText();
  const [scope, setScope] = useState<ApplicationScope>(asking.scopes.includes('write') ? 'write' : 'read');
  const [busy, setBusy] = useState<'allow' | 'refuse' | null>(null);
  const decide = async (scopes: ApplicationScope[]) => {
    setBusy(scopes.length === 0 ? 'refuse' : 'allow');
    await onDecide(scopes).finally(() => setBusy(null));
  };
  const { name, host, destination } = asking;
  const accesses = [
    {
      value: 'read' as const,
      title: t({ message: 'Read', context: 'permission' }),
      about: t`Conversations, contacts, channels, templates, saved replies and broadcasts`,
    },
    {
      value: 'write' as const,
      title: t`Read and write`,
      about: t`Also sends messages, changes conversations, and adds and changes contacts. Deletes nothing.`,
    },
  ].filter(({ value }) => value === 'read' || asking.scopes.includes(value));
  return (
    <>
      <div>
        <h1>
          {t`Allow access for`} <bdi>{name}</bdi>?
        </h1>
        <p className={styles.lead}>{t`It sees and does what you may in the account, and acts under your name.`}</p>
      </div>
      <FormError>{problem}</FormError>
      <dl className={styles.facts}>
        <dt>{t`Signed in as`}</dt>
        <dd>
          <bdi>{email}</bdi>
        </dd>
        {accounts.length === 1 && (
          <>
            <dt>{t`Account`}</dt>
            <dd>
              <bdi>{accounts[0]?.name}</bdi>
            </dd>
          </>
        )}
        <dt>{t`Leads back to`}</dt>
        <dd>
          <bdi>{destinationText(destination)}</bdi>
        </dd>
        {host !== null && (
          <>
            <dt>{t`Described by`}</dt>
            <dd>
              <bdi>{host}</bdi>
            </dd>
          </>
        )}
      </dl>
      {accounts.length > 1 && (
        <SelectField
          label={t`Account`}
          choices={accounts.map((account) => ({ value: account.client_id, label: account.name }))}
          value={clientId}
          onChange={(chosen) => chosen !== '' && chosen !== clientId && onAccount(chosen)}
        />
      )}
      {host === null && (
        <p className={styles.warning}>
          <IconAlertTriangle {...icon} aria-hidden="true" />
          <span>{t`The application chose its name itself. Continue only if you have just added Parley there.`}</span>
        </p>
      )}
      <OptionCards legend={t`Access`} options={accesses} value={scope} onChange={setScope} />
      <div className={styles.buttons}>
        <Button
          variant="filled"
          size="lg"
          busy={busy === 'allow'}
          blocked={busy === 'refuse'}
          onClick={() => void decide(scope === 'write' ? ['read', 'write'] : ['read'])}
        >
          {t`Allow access`}
        </Button>
        <Button size="lg" busy={busy === 'refuse'} blocked={busy === 'allow'} onClick={() => void decide([])}>
          {t`Don’t allow`}
        </Button>
      </div>
      <p
        className={styles.quiet}
      >{t`You can end this access at any time in your personal settings, under Sessions and devices.`}</p>
    </>
  );
}
