import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Badge } from '../../../../ui/badge.tsx';
import { buttonClass } from '../../../../ui/button.tsx';
import { roleName } from '../../../../ui/role-name.ts';
import type { CurrentUser } from '../../../identity/public.ts';
import styles from './personal.module.css';
import { Fact, Section } from './section.tsx';

/** The accounts of the user; leaving and switching have their own page. */
export function AccountsSection({ accounts }: { accounts: CurrentUser['accounts'] }) {
  const { t, i18n } = useLingui();
  return (
    <Section id="accounts" title={t`Your accounts`} lead={t`Signing in opens the account you used last.`}>
      {accounts.map((account) => (
        <Fact key={account.client_id} name={i18n._(roleName[account.role])}>
          <bdi>{account.name}</bdi>
          {account.state === 'suspended' && <Badge tone="warn">{t`Suspended`}</Badge>}
        </Fact>
      ))}
      <p className={styles.buttons}>
        <Link to="/switch-account" className={buttonClass()}>{t`Switch or leave an account`}</Link>
      </p>
    </Section>
  );
}
