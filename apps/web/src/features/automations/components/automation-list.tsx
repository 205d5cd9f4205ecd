import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Automation, Flow } from '@parley/contract/types';
import { IconAlertCircle, IconPlus, IconUpload } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { uuidv7 } from '../../../platform/id.ts';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { QueryScope } from '../../../platform/query.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { type Command, useCommands } from '../../../ui/commands/commands.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { Page, PageBar, PageBody } from '../../../ui/page.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SubPanelButton } from '../../../ui/sub-panel.tsx';
import { toast } from '../../../ui/toast.ts';
import { PermissionNote, useRefusal } from '../../team/public.ts';
import { createAutomation, useAutomations } from '../data/automations-data.ts';
import { emptyFlow } from '../data/recipes.tsx';
import { useTraceWords } from '../data/use-trace-words.ts';
import { AutomationTable } from './automation-table.tsx';
import styles from './automations.module.css';
import { AutomationsSubPanel, type AutomationView, automationViews } from './automations-sub-panel.tsx';
import type { ImportDialogProps } from './import-dialog.tsx';
import { Recipes } from './recipes.tsx';

const ImportDialog = lazyComponent<ImportDialogProps>(() =>
  import('./import-dialog.tsx').then((module) => module.ImportDialog),
);

const commands: Command[] = [
  { id: 'automations.new', group: 'create', title: msg`New automation`, keys: 'n', icon: IconPlus },
];

/** All automations, in the order in which they are tried. */
export function AutomationList({ view: given }: { view: string | null }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const words = useServerErrorMessage();
  const traces = useTraceWords();
  const manages = useRefusal('automations.manage') === null;
  const { data: rows, error, refetch } = useAutomations();
  const [search, setSearch] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const view = automationViews.find((one) => one === given) ?? 'all';
  const paused = rows?.find(({ state }) => state === 'PAUSED');
  const shown = (rows ?? []).filter((row) => isIn(row, view) && row.name.toLowerCase().includes(search.toLowerCase()));
  const runs = (rows ?? []).reduce((sum, { counts }) => sum + counts.runs, 0);

  const create = async (name: string, flow: Flow) => {
    const id = uuidv7();
    try {
      await createAutomation(id, name, flow);
      await navigate({ to: '/automations', search: { edit: id } });
    } catch (failure) {
      toast({ message: words(failure) });
    }
  };
  const createEmpty = () => void create(t`New automation`, emptyFlow());
  useCommands(manages ? commands : [], { 'automations.new': createEmpty });

  const add = manages && (
    <Button variant="filled" onClick={createEmpty}>
      <IconPlus {...smallIcon} />
      <span className={styles.fileWords}>{t`New automation`}</span>
    </Button>
  );
  const recipes = manages && (
    <Recipes hideable={(rows?.length ?? 0) > 0} onChoose={(name, flow) => void create(name, flow)} />
  );
  return (
    <>
      <AutomationsSubPanel current={view} rows={rows} />
      <Page>
        {paused && (
          <Banner
            tone="bad"
            icon={<IconAlertCircle {...icon} />}
            action={
              <Link to="/automations" search={{ edit: paused.id }} className={buttonClass({ size: 'sm' })}>
                {t`View errors`}
              </Link>
            }
          >
            {`${paused.name}: ${traces.paused(paused)}`}
          </Banner>
        )}
        <PageBar
          title={t`Automations`}
          note={
            rows !== undefined && rows.length > 0
              ? plural(runs, { one: '# run in 24 h', other: '# runs in 24 h' })
              : undefined
          }
          start={<SubPanelButton label={t`Automation views`} />}
        >
          {manages && rows !== undefined && (
            <label className={`${buttonClass()} ${styles.file}`}>
              <IconUpload {...smallIcon} />
              <span className={styles.fileWords}>{t`Import`}</span>
              <input
                type="file"
                accept="application/json,.json"
                className="visually-hidden"
                onChange={(event) => {
                  setFile(event.target.files?.[0] ?? null);
                  event.target.value = '';
                }}
              />
            </label>
          )}
          {(rows?.length ?? 0) > 0 && add}
        </PageBar>
        <PageBody>
          {rows === undefined && error === null && <Skeleton shape="table" label={t`Reading`} count={5} />}
          {rows === undefined && error !== null && (
            <ProblemState title={t`Couldn’t load automations`} error={error} onRetry={() => void refetch()} />
          )}
          {rows?.length === 0 && (
            <EmptyState title={t`No automations yet`} actions={add || undefined}>
              <p>{t`Answer, sort and assign conversations automatically. Start with a recipe.`}</p>
              <PermissionNote right="automations.manage" />
            </EmptyState>
          )}
          {rows !== undefined && recipes}
          {rows !== undefined && rows.length > 0 && (
            <>
              <div className={styles.filters}>
                <SearchBox label={t`Search automations`} value={search} onChange={setSearch} gatherMs={0} />
                <span className={styles.quiet}>{t`Runs the first match, from top to bottom.`}</span>
              </div>
              {shown.length === 0 ? (
                <p className={styles.none}>{t`No matching automations`}</p>
              ) : (
                <AutomationTable
                  rows={shown}
                  all={rows}
                  manages={manages}
                  onDuplicate={(name, flow) => void create(name, flow)}
                />
              )}
            </>
          )}
        </PageBody>
      </Page>
      {file !== null && (
        <QueryScope>
          <ImportDialog
            file={file}
            onImport={(name, flow) => void create(name || t`New automation`, flow)}
            onClose={() => setFile(null)}
          />
        </QueryScope>
      )}
    </>
  );
}

function isIn({ state }: Automation, view: AutomationView): boolean {
  if (view === 'all') return true;
  if (view === 'on') return state === 'ON';
  return view === 'paused' ? state === 'PAUSED' : state === 'OFF' || state === 'DRAFT';
}
