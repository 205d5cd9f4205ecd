import { useLingui } from '@lingui/react/macro';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { useAuthConfig } from '../data/auth-config.ts';
import { ensureRecent } from '../data/ensure-recent.ts';
import { ConfirmIdentity } from './confirm-identity.tsx';
import styles from './identity.module.css';
import { useSignInErrorText } from './use-sign-in-problem-text.ts';

export type ProviderNeed = {
  /** The account that demands it. */
  account: string;
  provider: { id: string; name: string };
  /** The user has signed in with it before. */
  connected: boolean;
  email: string;
  hasOtherAccounts: boolean;
  next: string | undefined;
};

/** Nothing else is possible in this account before the user signs in with its identity provider. */
export function ProviderNeeded({ account, provider, connected, email, hasOtherAccounts, next }: ProviderNeed) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const words = useSignInErrorText();
  const config = useAuthConfig();
  const [problem, setProblem] = useState<unknown>(null);
  const gone = config !== null && !config.providers.some(({ id }) => id === provider.id);
  const { name } = provider;
  const signIn = async () => {
    setProblem(null);
    try {
      // The first time, the provider is connected to the signed-in user.
      if (!connected && !(await ensureRecent())) return;
      const search = { provider: provider.id, ...(!connected && { link: 1 }), ...(next !== undefined && { next }) };
      await navigate({ to: '/login-redirect', search });
    } catch (error) {
      setProblem(error);
    }
  };
  return (
    <>
      <div>
        <h1>{t`Sign in with ${name}`}</h1>
        <p className={styles.lead}>
          {gone
            ? t`${account} requires it, but it is no longer set up on this server. Contact the server’s administrator.`
            : t`${account} requires it. Sign in there as ${email}.`}
        </p>
        {problem !== null && <p role="alert">{words(problem)}</p>}
      </div>
      {!gone && (
        <Button variant="filled" size="lg" onClick={() => void signIn()}>
          {t`Continue with ${name}`}
        </Button>
      )}
      <p className={styles.actions}>
        {hasOtherAccounts && <Link to="/switch-account" className={buttonClass()}>{t`Switch account`}</Link>}
        <Link to="/logout" className={buttonClass()}>{t`Sign out`}</Link>
      </p>
      <ConfirmIdentity />
    </>
  );
}
