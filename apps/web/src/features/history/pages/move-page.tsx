import { useLingui } from '@lingui/react/macro';
import type { HistoryImport } from '@parley/contract/types';
import { IconMessageForward } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../../../platform/api.ts';
import { NetworkError } from '../../../platform/errors.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { icon } from '../../../ui/icon.ts';
import { IndieBar } from '../../../ui/indie-bar.tsx';
import { Page } from '../../../ui/page.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { LiveScope, RequirePermission } from '../../team/public.ts';
import { BeginImport } from '../components/begin-import.tsx';
import { EarlierImports } from '../components/earlier-imports.tsx';
import { useHistoryState } from '../components/history-states.ts';
import { ImportProgress } from '../components/import-progress.tsx';
import styles from '../components/move.module.css';
import { Reading } from '../components/reading.tsx';
import { Ready } from '../components/ready.tsx';
import { ReadyTool } from '../components/ready-tool.tsx';
import { Uploading } from '../components/uploading.tsx';
import { setHistoryImport, useHistoryImport } from '../data/history-data.ts';
import { isTool } from '../data/tools.ts';

/** `/settings/move`: conversations from other tools; `?import=` names one. */
export function MovePage() {
  const { t } = useLingui();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const id = typeof search['import'] === 'string' ? search['import'] : undefined;
  const from = search['from'];
  return (
    <LiveScope>
      <RequirePermission right="contacts.edit">
        <IndieBar icon={<IconMessageForward {...icon} />} title={t`Move to Parley`} backTo="/settings" />
        <Page label={t`Move to Parley`}>
          {id === undefined ? (
            <div className={styles.column}>
              <BeginImport first={isTool(from) ? from : undefined} />
              <EarlierImports />
            </div>
          ) : (
            <OneImport key={id} id={id} />
          )}
        </Page>
      </RequirePermission>
    </LiveScope>
  );
}

function OneImport({ id }: { id: string }) {
  const { t } = useLingui();
  const found = useHistoryImport(id);
  const stateText = useHistoryState();
  if (found.isPending && found.fetchStatus !== 'paused') return <Skeleton shape="text" label={t`Reading`} />;
  if (found.data === undefined)
    return (
      <ProblemState
        title={t`Couldn’t load this import`}
        error={found.error ?? new NetworkError('offline')}
        onRetry={() => void found.refetch()}
      />
    );
  const row = found.data;
  return (
    <div className={styles.column}>
      <div className={styles.lead}>
        <h2>
          <bdi>{row.name}</bdi>
        </h2>
        <p role="status">{stateText(row)}</p>
        {found.isError && <p role="alert" className={styles.bad}>{t`Couldn’t reach the server. Retrying…`}</p>}
      </div>
      <ShownState row={row} />
    </div>
  );
}

function ShownState({ row }: { row: HistoryImport }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { run } = useAction();
  const cancel = () =>
    void run(async () => {
      setHistoryImport(await api('POST /api/history-imports/{id}/cancel', { params: { id: row.id } }));
      await navigate({ to: '/settings/move' });
    });
  if (row.state === 'uploading') return <Uploading row={row} onCancel={cancel} />;
  if (row.state === 'reading') return <Reading row={row} onCancel={cancel} />;
  if (row.state === 'ready' && row.source !== null)
    return <ReadyTool row={row} source={row.source} onCancel={cancel} />;
  if (row.state === 'ready') return <Ready row={row} onCancel={cancel} />;
  if (row.state !== 'failed') return <ImportProgress row={row} />;
  return (
    <>
      <p role="alert" className={styles.bad}>
        {row.error}
      </p>
      <div className={styles.actions}>
        <Link to="/settings/move" className={buttonClass({ variant: 'filled' })}>{t`Choose another file`}</Link>
      </div>
    </>
  );
}
