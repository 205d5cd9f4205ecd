import { useLingui } from '@lingui/react/macro';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Page, PageBar, PageBody } from '../../../../ui/page.tsx';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { useAutomations } from '../../data/automations-data.ts';
import { AutomationEditor } from './automation-editor.tsx';
import { BackToList } from './back-to-list.tsx';

/** One automation: its steps, dry runs and runs. */
export function EditorScreen({ id, run }: { id: string; run: string | null }) {
  const { t } = useLingui();
  const { data: rows, error, refetch } = useAutomations();
  const automation = rows?.find((row) => row.id === id);
  if (automation !== undefined) return <AutomationEditor automation={automation} run={run} />;
  return (
    <Page>
      <PageBar title={t`Automation`} start={<BackToList />} />
      <PageBody padded>
        {rows === undefined && error === null && <Skeleton shape="list" label={t`Reading`} count={4} />}
        {rows === undefined && error !== null && (
          <ProblemState title={t`Couldn’t load automations`} error={error} onRetry={() => void refetch()} />
        )}
        {rows !== undefined && (
          <EmptyState title={t`Automation not found`}>
            <p>{t`Someone may have deleted it.`}</p>
          </EmptyState>
        )}
      </PageBody>
    </Page>
  );
}
