import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import { QueryScope, queryClient } from '../../../platform/query.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useDateLabels } from '../../../ui/use-date-labels.ts';
import { useRun } from '../data/automations-data.ts';
import { runTones } from '../data/run-tones.ts';
import { useTraceWords } from '../data/use-trace-words.ts';
import { RunTrace } from './run-trace.tsx';
import styles from './thread-automations.module.css';

const refetchMs = 10_000;
const mostShown = 5;

export function ThreadAutomations({ threadId }: { threadId: string }) {
  return (
    <QueryScope>
      <Runs threadId={threadId} />
    </QueryScope>
  );
}

/** Nothing where no automation ever ran. */
function Runs({ threadId }: { threadId: string }) {
  const { t } = useLingui();
  const dates = useDateLabels();
  const error = useServerErrorMessage();
  const { states } = useTraceWords();
  const [shownRun, setShownRun] = useState<string | null>(null);
  const params = { id: threadId };
  const key = ['automations', 'thread', threadId];
  const { data } = useQuery({
    queryKey: key,
    refetchInterval: refetchMs,
    queryFn: ({ signal }) => api('GET /api/threads/{id}/automations', { params }, { signal }),
  });
  if (data === undefined || (data.data.length === 0 && !data.stopped)) return null;
  const turn = async () => {
    const route = data.stopped ? 'POST /api/threads/{id}/automations/start' : 'POST /api/threads/{id}/automations/stop';
    await api(route, { params }).catch((failure: unknown) => toast({ message: error(failure) }));
    await queryClient.invalidateQueries({ queryKey: key });
  };
  return (
    <section className={styles.section} aria-label={t`Automations`}>
      <header>
        <h3>{t`Automations`}</h3>
        {data.stopped && <Badge tone="warn">{t`Bot stopped`}</Badge>}
        <Button size="sm" onClick={() => void turn()}>
          {data.stopped ? t`Start bot` : t`Stop bot`}
        </Button>
      </header>
      <ul>
        {data.data.slice(0, mostShown).map((run) => (
          <li key={run.id}>
            <button type="button" onClick={() => setShownRun(run.id)}>
              <span>{run.automation_name}</span>
              <Badge tone={runTones[run.state]}>{states[run.state]}</Badge>
              <time dateTime={run.started_at}>{dates.short(run.started_at)}</time>
            </button>
          </li>
        ))}
      </ul>
      {shownRun !== null && <RunDialog id={shownRun} onClose={() => setShownRun(null)} />}
    </section>
  );
}

function RunDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useLingui();
  const { data: run } = useRun(id);
  return (
    <Dialog title={t`Why did this run?`} onClose={onClose}>
      {run !== undefined && <RunTrace run={run} />}
    </Dialog>
  );
}
