import { useLingui } from '@lingui/react/macro';
import { IconPlugConnected } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { api } from '../../../platform/api.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { icon } from '../../../ui/icon.ts';
import { IndieBar } from '../../../ui/indie-bar.tsx';
import { Page, PageBody } from '../../../ui/page.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import styles from '../components/add/add.module.css';
import { AddByAdapter } from '../components/add/by-adapter.tsx';
import { AddByIds } from '../components/add/by-ids.tsx';
import { SignupRefused, SignupReturn } from '../components/add/by-signup.tsx';
import { ConnectionOptionCards, type ConnectionOptions } from '../components/add/connection-options.tsx';
import { AppNumberGuide, MoveNumberGuide } from '../components/add/number-guide.tsx';
import { mayManageChannels } from '../data/use-may-manage.ts';

/** `/channels/add`: the connection options; `?way=` is the chosen one, Meta returns with `?code=&state=`. */
export function AddChannelPage() {
  const { t } = useLingui();
  const manages = mayManageChannels();
  return (
    <>
      <IndieBar icon={<IconPlugConnected {...icon} />} title={t`Add a channel`} backTo="/channels" />
      <Page scroll="document">
        <PageBody padded>
          <div className={styles.page}>{manages ? <Adding /> : <NotYours />}</div>
        </PageBody>
      </Page>
    </>
  );
}

function NotYours() {
  const { t } = useLingui();
  return (
    <EmptyState
      title={t`Only an Admin or Owner can add channels`}
      actions={<Link to="/channels" className={buttonClass({ variant: 'filled' })}>{t`View channels`}</Link>}
    >
      {t`Ask one of them to connect the number, or to change your role.`}
    </EmptyState>
  );
}

function Adding() {
  const { t } = useLingui();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const [connections, setConnections] = useState<ConnectionOptions | null>(null);
  const [error, setError] = useState<unknown>(null);
  const read = useCallback(() => {
    setError(null);
    api('GET /api/channels/connection-options', {}).then(setConnections).catch(setError);
  }, []);
  useEffect(read, [read]);
  const { code, state, way, error: refused } = search;
  if (refused !== undefined) return <SignupRefused cancelled={refused === 'access_denied'} />;
  if (code !== undefined && state !== undefined) {
    return (
      <>
        <h2>{t`Choose the number`}</h2>
        <SignupReturn code={String(code)} state={String(state)} />
      </>
    );
  }
  if (error !== null) return <ProblemState title={t`Couldn’t load the options`} error={error} onRetry={read} />;
  if (connections === null) return <Skeleton shape="list" label={t`Loading options`} count={3} />;
  if (way === 'ids') {
    return (
      <>
        <h2>{t`WhatsApp by IDs and token`}</h2>
        <AddByIds webhookBase={connections.webhook_base} />
      </>
    );
  }
  if (way === 'app') {
    return (
      <>
        <h2>{t`A number in the WhatsApp Business app`}</h2>
        <AppNumberGuide signup={connections.embedded_signup} />
      </>
    );
  }
  if (way === 'move') {
    return (
      <>
        <h2>{t`Move a number from another provider`}</h2>
        <MoveNumberGuide signup={connections.embedded_signup} />
      </>
    );
  }
  if (way === 'adapter') {
    return (
      <>
        <h2>{t`Own adapter`}</h2>
        <AddByAdapter webhookBase={connections.webhook_base} />
      </>
    );
  }
  return (
    <>
      <h2>{t`How do your customers reach you?`}</h2>
      <ConnectionOptionCards options={connections} />
    </>
  );
}
