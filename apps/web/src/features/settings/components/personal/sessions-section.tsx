import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { deviceOf } from '../../../../platform/device-name.ts';
import { ApiError } from '../../../../platform/errors.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { useErrorMessage } from '../../../../ui/error-messages.ts';
import { icon } from '../../../../ui/icon.ts';
import { ConfirmDialog } from '../../../../ui/layer/confirm-dialog.tsx';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useTimeLabels } from '../../../../ui/use-time-labels.ts';
import { type CurrentUser, identity, type SignedInSession } from '../../../identity/public.ts';
import styles from './personal.module.css';
import { Section } from './section.tsx';

type Asking = 'others' | 'all' | null;

/** The sessions of the user, and ending them. */
export function SessionsSection({ accounts }: { accounts: CurrentUser['accounts'] }) {
  const { t } = useLingui();
  const words = useErrorMessage();
  const { data, error, refetch } = useQuery({
    queryKey: ['auth', 'sessions'],
    queryFn: () => identity.listSessions(),
    staleTime: 0,
  });
  const [asking, setAsking] = useState<Asking>(null);
  const [ending, setEnding] = useState<string | null>(null);
  const otherSessions = data?.filter((session) => !session.current) ?? [];
  const end = async (session: SignedInSession) => {
    setEnding(session.id);
    try {
      await identity.revokeSession(session.id).catch(isAlreadyEnded);
      toast({ message: t`That session has ended` });
      await refetch();
    } catch (problem) {
      toast({ message: words(problem) });
    } finally {
      setEnding(null);
    }
  };
  return (
    <Section
      id="sessions"
      title={t`Sessions and devices`}
      lead={t`End sessions you don’t recognize, then change your password.`}
    >
      {error && !data && (
        <ProblemState title={t`Couldn’t load your sessions`} error={error} onRetry={() => void refetch()} />
      )}
      <ul className={styles.sessions}>
        {data?.map((session) => (
          <li key={session.id} className={styles.session}>
            <Device session={session} account={accounts.find(({ client_id: id }) => id === session.client_id)?.name} />
            {session.current ? (
              <Link to="/logout" className={buttonClass({ size: 'sm' })}>{t`Sign out`}</Link>
            ) : (
              <Button size="sm" danger busy={ending === session.id} onClick={() => void end(session)}>{t`End`}</Button>
            )}
          </li>
        ))}
      </ul>
      {data && (
        <p className={styles.buttons}>
          {otherSessions.length > 0 && (
            <Button onClick={() => setAsking('others')}>{t`Sign out everywhere else`}</Button>
          )}
          <Button danger onClick={() => setAsking('all')}>{t`Sign out everywhere`}</Button>
        </p>
      )}
      {asking !== null && (
        <EndMany
          all={asking === 'all'}
          otherCount={otherSessions.length}
          onClose={() => setAsking(null)}
          onEnded={refetch}
        />
      )}
    </Section>
  );
}

/** The session has already ended, which is what was wanted. */
function isAlreadyEnded(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}

function Device({ session, account }: { session: SignedInSession; account: string | undefined }) {
  const { t } = useLingui();
  const times = useTimeLabels();
  const { browser, system } = deviceOf(session.user_agent);
  const Picture =
    system === 'iPhone' || system === 'Android' || system === 'iPad' ? IconDeviceMobile : IconDeviceDesktop;
  const { application } = session;
  const signedIn = browser && system ? t`${browser} on ${system}` : (browser ?? system ?? t`API client`);
  const name = application ?? signedIn;
  const since = times.exact(session.created_at);
  return (
    <>
      <Picture {...icon} className={styles.icon} />
      <span className={styles.where}>
        <strong data-tip={application === null ? t`Signed in ${since}` : t`Connected ${since}`}>
          {name}
          {session.current && <Badge tone="ok">{t`This browser`}</Badge>}
          {application !== null && <Badge>{t`Application`}</Badge>}
        </strong>
        <small>
          {session.current ? t`Active now` : t`Last active ${times.inList(session.last_seen_at, Date.now())}`}
          {account && (
            <>
              {' · '}
              <bdi>{account}</bdi>
            </>
          )}
          {session.ip && (
            <>
              {' · '}
              <bdi>{session.ip}</bdi>
            </>
          )}
        </small>
      </span>
    </>
  );
}

type EndManyProps = { all: boolean; otherCount: number; onClose: () => void; onEnded: () => Promise<unknown> };

function EndMany({ all, otherCount, onClose, onEnded }: EndManyProps) {
  const { t } = useLingui();
  const words = useErrorMessage();
  const navigate = useNavigate();
  const count = plural(otherCount, { one: '# other session', other: '# other sessions' });
  return (
    <ConfirmDialog
      title={all ? t`Sign out everywhere, here too?` : t`End ${count}?`}
      confirm={all ? t`Sign out everywhere` : t`End ${count}`}
      keep={t`Stay signed in`}
      problem={words}
      onClose={onClose}
      onConfirm={async () => {
        await identity.revokeOtherSessions();
        if (all) return navigate({ to: '/logout' });
        await onEnded();
        toast({ message: t`You are signed out everywhere else` });
      }}
    >
      {t`Those devices have to sign in again. Unsent messages stay on them until then.`}
    </ConfirmDialog>
  );
}
