import { useLingui } from '@lingui/react/macro';
import type { ApplicationScope, AskingApplication, AuthorizationRequest } from '@parley/contract/types';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import { session } from '../../../platform/browser-session.ts';
import { QueryScope } from '../../../platform/query.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ConfirmIdentity } from '../../identity/public.ts';
import styles from '../components/consent.module.css';
import { Consent } from '../components/consent.tsx';
import { readRequest } from '../data/applications.ts';

/** `/authorize`: an application has sent the member here to be let in. */
export function AuthorizePage() {
  return (
    <QueryScope>
      <Authorize />
      <ConfirmIdentity />
    </QueryScope>
  );
}

function Authorize() {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const [request] = useState(() => readRequest(window.location.search));
  const asking = useQuery({
    queryKey: ['assistants', 'authorization', request],
    queryFn: ({ signal }) => api('GET /api/assistants/authorization', { query: request ?? {} }, { signal }),
    enabled: request !== null,
    throwOnError: false,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (request === null) return <Refused>{t`This link is incomplete. Start again in the application.`}</Refused>;
  if (asking.isError) {
    return <Refused onRetry={() => void asking.refetch()}>{words(asking.error)}</Refused>;
  }
  if (asking.data === undefined) return <Skeleton shape="text" label={t`Loading the application`} count={6} />;
  return <Deciding request={request} asking={asking.data} />;
}

function Deciding({ request, asking }: { request: Partial<AuthorizationRequest>; asking: AskingApplication }) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const [problem, setProblem] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  const profile = useQuery({
    queryKey: ['auth', 'profile'],
    queryFn: ({ signal }) => api('GET /api/auth/profile', {}, { signal }),
    throwOnError: false,
  });
  const state = session.state();
  const clientId = state.status === 'signed-out' ? '' : (state.claims.client_id ?? '');
  const decide = async (allow: ApplicationScope[]) => {
    setProblem(null);
    try {
      const { redirect_to } = await api('POST /api/assistants/authorization', { body: { ...request, allow } });
      setLeft(true);
      window.location.assign(redirect_to);
    } catch (error) {
      setProblem(words(error));
    }
  };
  const enter = async (chosen: string) => {
    setProblem(null);
    try {
      await session.switchTo(chosen);
      // A full page load, so that nothing of another account stays in memory.
      window.location.reload();
    } catch (error) {
      setProblem(words(error));
    }
  };
  if (left) {
    return (
      <div role="status">
        <h1>{t`Back to the application`}</h1>
        <p className={styles.lead}>{t`If it doesn’t open, switch to it yourself. You can close this page.`}</p>
      </div>
    );
  }
  if (profile.isError) return <Refused onRetry={() => void profile.refetch()}>{words(profile.error)}</Refused>;
  if (profile.data === undefined) return <Skeleton shape="text" label={t`Loading your accounts`} count={6} />;
  const { user, accounts } = profile.data;
  return (
    <Consent
      asking={asking}
      accounts={accounts.filter((account) => account.state === 'active')}
      clientId={clientId}
      email={user.email}
      problem={problem}
      onAccount={(chosen) => void enter(chosen)}
      onDecide={decide}
    />
  );
}

function Refused({ children, onRetry }: { children: string; onRetry?: () => void }) {
  const { t } = useLingui();
  return (
    <>
      <div role="alert">
        <h1>{t`Couldn’t connect the application`}</h1>
        <p className={styles.lead}>{children}</p>
      </div>
      {onRetry && <Button size="lg" onClick={onRetry}>{t`Try again`}</Button>}
      <Link to="/inbox" className={buttonClass({ size: 'lg' })}>{t`Go to the inbox`}</Link>
    </>
  );
}
