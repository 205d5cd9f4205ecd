import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { AuditForwarding } from '@parley/contract/types';
import { useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { SidePanel } from '../../../../ui/layer/side-panel.tsx';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useAction } from '../../../../ui/use-action.ts';
import { useRelativeTime } from '../../../../ui/use-relative-time.ts';
import { changeForwarding, useForwardings } from '../../data/forwardings.ts';
import styles from '../business/business.module.css';
import rows from '../business/connections.module.css';
import { ForwardingDialogs, type ForwardingQuestion } from './forwarding-dialogs.tsx';

/** Where the audit log is forwarded to. */
export function ForwardingPanel({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const found = useForwardings();
  const [question, setQuestion] = useState<ForwardingQuestion | null>(null);
  return (
    <>
      <SidePanel title={t`Audit log forwarding`} size="md" onClose={onClose}>
        {found.isError ? (
          <ProblemState title={t`Couldn’t load this`} error={found.error} onRetry={() => void found.refetch()} />
        ) : found.data === undefined ? (
          <Skeleton shape="text" count={3} label={t`Audit log forwarding`} />
        ) : (
          <Forwardings forwardings={found.data} ask={setQuestion} />
        )}
      </SidePanel>
      {question !== null && <ForwardingDialogs question={question} onClose={() => setQuestion(null)} />}
    </>
  );
}

type ListProps = { forwardings: readonly AuditForwarding[]; ask: (question: ForwardingQuestion) => void };

export function Forwardings({ forwardings, ask }: ListProps) {
  const { t } = useLingui();
  return (
    <div className={styles.section}>
      <p className={styles.quiet}>
        {t`Every event is sent to your security tools in the order of the log. While a destination doesn’t answer, events wait and are sent later.`}
      </p>
      {forwardings.length > 0 && (
        <ul className={rows.list} aria-label={t`Destinations`}>
          {forwardings.map((forwarding) => (
            <ForwardingRow key={forwarding.id} forwarding={forwarding} ask={ask} />
          ))}
        </ul>
      )}
      <p className={styles.actions}>
        <Button onClick={() => ask({ kind: 'create' })}>{t`New destination`}</Button>
      </p>
    </div>
  );
}

function ForwardingRow({ forwarding, ask }: { forwarding: AuditForwarding; ask: ListProps['ask'] }) {
  const { t } = useLingui();
  const { busy, run } = useAction();
  const { state, name } = forwarding;
  const isPaused = state === 'paused';
  const test = async () => {
    const { error } = await api('POST /api/audit-forwardings/{id}/test', { params: { id: forwarding.id } });
    toast({ message: error === null ? t`${name} received the test event` : t`The test failed: ${error}` });
  };
  const toggle = () => changeForwarding(forwarding, { state: isPaused ? 'active' : 'paused' });
  return (
    <li className={rows.stack}>
      <span className={rows.facts}>
        <strong>
          <bdi>{name}</bdi>
          <StateBadge forwarding={forwarding} />
        </strong>
        <small>
          <bdi dir="ltr">{forwarding.address}</bdi>
        </small>
        <small>
          <Progress forwarding={forwarding} />
        </small>
        <LastError forwarding={forwarding} />
      </span>
      <span className={rows.buttons}>
        <Button size="sm" busy={busy} onClick={() => void run(test)}>{t`Send test event`}</Button>
        <Button size="sm" busy={busy} onClick={() => void run(toggle)}>
          {isPaused ? t`Resume` : t`Pause`}
        </Button>
        <Button size="sm" onClick={() => ask({ kind: 'change', forwarding })}>{t`Change`}</Button>
        <Button size="sm" danger onClick={() => ask({ kind: 'remove', forwarding })}>{t`Remove`}</Button>
      </span>
    </li>
  );
}

function StateBadge({ forwarding: { state, retry_at: retryAt } }: { forwarding: AuditForwarding }) {
  const { t } = useLingui();
  if (state === 'paused') return <Badge tone="warn">{t`Paused`}</Badge>;
  return retryAt === null ? <Badge tone="ok">{t`Active`}</Badge> : <Badge tone="bad">{t`Failing`}</Badge>;
}

/** The most that the server counts. */
const mostCounted = 1_000;

function Progress({ forwarding: { behind, last_forwarded_at: at } }: { forwarding: AuditForwarding }) {
  const { t, i18n } = useLingui();
  const { near } = useRelativeTime();
  const count = i18n.number(behind);
  const waiting =
    behind >= mostCounted
      ? t`${count} or more events wait`
      : plural(behind, { one: '# event waits', other: '# events wait' });
  return [
    at === null ? t`Nothing forwarded yet` : t`Last forwarded ${near(at)}`,
    behind === 0 ? t`up to date` : waiting,
  ].join(' · ');
}

function LastError({ forwarding }: { forwarding: AuditForwarding }) {
  const { t } = useLingui();
  const { near } = useRelativeTime();
  const { last_error: error, last_error_at: at, retry_at: retryAt } = forwarding;
  if (error === null || at === null) return null;
  return (
    <small>
      {t`Last error ${near(at)}: ${error}`}
      {retryAt !== null && ` ${t`Next attempt ${near(retryAt)}.`}`}
    </small>
  );
}
