import { useLingui } from '@lingui/react/macro';
import type { ConnectedApplication } from '@parley/contract/types';
import { useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import { disconnect } from '../data/applications.ts';
import styles from './assistants.module.css';
import { useDestinationText } from './use-destination-text.ts';

/** The applications that members let in, and ending their access. */
export function ConnectedApplications({ applications }: { applications: readonly ConnectedApplication[] }) {
  const { t } = useLingui();
  const [asking, setAsking] = useState<ConnectedApplication | null>(null);
  if (applications.length === 0) return <p className={styles.quiet}>{t`No application is connected.`}</p>;
  return (
    <>
      <ul className={styles.tools} aria-label={t`Connected applications`}>
        {applications.map((application) => (
          <Line key={application.id} application={application} onEnd={() => setAsking(application)} />
        ))}
      </ul>
      {asking !== null && (
        <ConfirmDialog
          title={t`Disconnect ${asking.name}?`}
          confirm={t`Disconnect`}
          keep={t`Keep connected`}
          onConfirm={async () => {
            await disconnect(asking);
            toast({ message: t`Application disconnected` });
          }}
          onClose={() => setAsking(null)}
        >
          {t`It loses access at once. What it sent and changed stays.`}
        </ConfirmDialog>
      )}
    </>
  );
}

function Line({ application, onEnd }: { application: ConnectedApplication; onEnd: () => void }) {
  const { t } = useLingui();
  const times = useTimeLabels();
  const destinationText = useDestinationText();
  const { name, member, scopes, destination, last_used_at: usedAt } = application;
  return (
    <li className={styles.application}>
      <span className={styles.name}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <Badge tone={scopes.includes('write') ? 'warn' : undefined}>
          {scopes.includes('write') ? t`Reads and writes` : t`Reads`}
        </Badge>
      </span>
      <Button size="sm" danger aria-label={t`Disconnect ${name}`} onClick={onEnd}>{t`Disconnect`}</Button>
      <small className={styles.quiet}>
        <bdi>{member.name}</bdi>
        {' · '}
        <bdi>{destinationText(destination)}</bdi>
        {' · '}
        {usedAt === null ? t`Never used` : t`Last used ${times.inList(usedAt, Date.now())}`}
      </small>
    </li>
  );
}
