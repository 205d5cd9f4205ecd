import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { QueryScope } from '../../../platform/query.tsx';
import { RunTrace } from './run-trace.tsx';
import styles from './thread-automations.module.css';

export function MessageRun({ messageId }: { messageId: string }) {
  return (
    <QueryScope>
      <Run messageId={messageId} />
    </QueryScope>
  );
}

function Run({ messageId }: { messageId: string }) {
  const { t } = useLingui();
  const { data: run, isError } = useQuery({
    queryKey: ['automations', 'message', messageId],
    queryFn: ({ signal }) => api('GET /api/messages/{id}/automation-run', { params: { id: messageId } }, { signal }),
  });
  return (
    <section className={styles.why} aria-label={t`Why did this fire?`}>
      <h3>{t`Why did this fire?`}</h3>
      {run !== undefined && <RunTrace run={run} />}
      {isError && <p>{t`The run is no longer stored.`}</p>}
    </section>
  );
}
