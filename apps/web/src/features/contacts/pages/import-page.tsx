import { useLingui } from '@lingui/react/macro';
import type { ContactImport } from '@parley/contract/types';
import { IconAddressBook } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { icon } from '../../../ui/icon.ts';
import { IndieBar } from '../../../ui/indie-bar.tsx';
import { Page, PageBody } from '../../../ui/page.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { LiveScope, PermissionNote, RequirePermission, useRefusal } from '../../team/public.ts';
import { HistoryView } from '../components/import/history-view.tsx';
import styles from '../components/import/import.module.css';
import { ImportSteps } from '../components/import/import-steps.tsx';
import { StepBar } from '../components/import/step-bar.tsx';
import { UploadStep } from '../components/import/upload-step.tsx';
import { useImport } from '../data/import/import-data.ts';
import { type GoTo, type Step, stepOf } from '../data/import/steps.ts';

/**
 * `/contacts/import`: a file in five steps; `?import=` names it, `?step=` the step, `?tab=history` shows earlier ones.
 */
export function ImportPage() {
  return (
    <LiveScope>
      <RequirePermission right="contacts.edit">
        <Importing />
      </RequirePermission>
    </LiveScope>
  );
}

function Importing() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const imports = useRefusal('contacts.enter_numbers') === null;
  const id = typeof search['import'] === 'string' ? search['import'] : undefined;
  const found = useImport(id);
  const goTo = useCallback<GoTo>(
    ({ step, id: other }, replace = false) => {
      const named = other ?? id;
      void navigate({ to: '/contacts/import', search: { ...(named && { import: named }), step }, replace });
    },
    [navigate, id],
  );
  if (!imports) return <NotForYou />;
  if (id === undefined) return <NewImport tab={search['tab'] === 'history' ? 'history' : 'new'} goTo={goTo} />;
  const row = found.data ?? null;
  const isKnown = found.data !== undefined;
  const step = stepOf(search['step'], row);
  return (
    <>
      <IndieBar icon={<IconAddressBook {...icon} />} title={t`Import Contacts`} backTo="/contacts">
        <StepBar row={row} step={step} goTo={goTo} />
      </IndieBar>
      <Page label={t`Import Contacts`}>
        {found.isError && !isKnown && (
          <ProblemState title={t`Couldn’t load this import`} error={found.error} onRetry={() => void found.refetch()} />
        )}
        {found.isPending && <Skeleton shape="table" label={t`Reading`} />}
        {found.isError && isKnown && (
          <p role="status" className={styles.unanswered}>
            {t`The server isn’t responding. You see the last known state.`}
          </p>
        )}
        {isKnown && <ShownStep key={id} id={id} row={row} step={step} goTo={goTo} />}
      </Page>
    </>
  );
}

function NotForYou() {
  const { t } = useLingui();
  return (
    <>
      <IndieBar icon={<IconAddressBook {...icon} />} title={t`Import Contacts`} backTo="/contacts" />
      <Page label={t`Import Contacts`}>
        <PageBody padded>
          <PermissionNote right="contacts.enter_numbers" />
        </PageBody>
      </Page>
    </>
  );
}

function ShownStep({ id, row, step, goTo }: { id: string; row: ContactImport | null; step: Step; goTo: GoTo }) {
  if (row === null || step === 'upload') return <UploadStep id={id} row={row} goTo={goTo} />;
  return <ImportSteps row={row} step={step} goTo={goTo} />;
}

function NewImport({ tab, goTo }: { tab: 'new' | 'history'; goTo: GoTo }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <>
      <IndieBar icon={<IconAddressBook {...icon} />} title={t`Import Contacts`} backTo="/contacts" />
      <Page label={t`Import Contacts`}>
        <div className={styles.tabs}>
          <Tabs
            label={t`Imports`}
            tabs={[
              { value: 'new', label: t`New import` },
              { value: 'history', label: t`History` },
            ]}
            value={tab}
            onChange={(next) =>
              void navigate({ to: '/contacts/import', search: next === 'new' ? {} : { tab: next }, replace: true })
            }
          >
            {tab === 'new' ? <UploadStep id={undefined} row={null} goTo={goTo} /> : <HistoryView goTo={goTo} />}
          </Tabs>
        </div>
      </Page>
    </>
  );
}
