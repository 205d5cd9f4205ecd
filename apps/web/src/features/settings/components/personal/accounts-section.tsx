import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { api } from '../../../../platform/api.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { buttonClass } from '../../../../ui/button.tsx';
import { roleName } from '../../../../ui/role-name.ts';
import type { CurrentUser } from '../../../identity/public.ts';
import { useSetCurrentUser } from '../../data/current-user-query.ts';
import { SavedSelect } from '../saved/saved-select.tsx';
import styles from './personal.module.css';
import { Fact, Section } from './section.tsx';

/** Stands for "the account used last": a select needs a value. */
const lastUsed = 'last';

/** The accounts of the user, and which one opens after signing in; leaving and switching have their own page. */
export function AccountsSection({ accounts }: { accounts: CurrentUser['accounts'] }) {
  const { t, i18n } = useLingui();
  const changed = useSetCurrentUser();
  const start = accounts.find((account) => account.is_default)?.client_id ?? lastUsed;
  const enterable = accounts.filter((account) => account.state === 'active' || account.client_id === start);
  return (
    <Section id="accounts" title={t`Your accounts`}>
      {accounts.map((account) => (
        <Fact key={account.client_id} name={i18n._(roleName[account.role])}>
          <bdi>{account.name}</bdi>
          {account.state === 'suspended' && <Badge tone="warn">{t`Suspended`}</Badge>}
        </Fact>
      ))}
      <div className={styles.stack}>
        <SavedSelect
          label={t`Default account`}
          name="default_client_id"
          choices={[
            { value: lastUsed, label: t`Last used account` },
            ...enterable.map(({ client_id: value, name }) => ({ value, label: name })),
          ]}
          saved={start}
          save={async (value) => {
            const default_client_id = value === lastUsed ? null : value;
            changed(await api('PUT /api/auth/profile', { body: { default_client_id } }));
          }}
        />
      </div>
      <p className={styles.buttons}>
        <Link to="/switch-account" className={buttonClass()}>{t`Switch or leave an account`}</Link>
      </p>
    </Section>
  );
}
