import { useLingui } from '@lingui/react/macro';
import { QueryScope } from '../../../platform/query.tsx';
import { AccountsChoice } from '../components/accounts-choice.tsx';
import { LeftAccount } from './invitations-page.tsx';
import styles from './switch-account-page.module.css';

/** `/switch-account`; on phones a sheet at the bottom, as it is over another page. */
export function SwitchAccountPage() {
  const { t } = useLingui();
  return (
    <QueryScope>
      <div className={styles.sheet}>
        <h1>{t`Choose an account`}</h1>
        <LeftAccount />
        <AccountsChoice />
      </div>
    </QueryScope>
  );
}
