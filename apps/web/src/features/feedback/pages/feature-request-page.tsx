import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { RequestState } from '@parley/contract/types';
import { IconBulb, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { type Command, useCommands } from '../../../ui/commands/commands.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { Page, PageBar, PageBody } from '../../../ui/page.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SubPanelButton } from '../../../ui/sub-panel.tsx';
import { FilterMenu, LiveScope } from '../../team/public.ts';
import { NewRequestDialog } from '../components/new-request-dialog.tsx';
import { RequestList } from '../components/request-list.tsx';
import { requestStateLabels } from '../components/request-words.ts';
import styles from '../components/requests.module.css';
import { useFeatureRequests } from '../data/feature-requests.ts';

const commands: Command[] = [
  { id: 'feature-request.new', group: 'create', title: msg`New feature request`, keys: 'n', icon: IconBulb },
  { id: 'feature-request.vote', group: 'page', title: msg`Vote`, keys: 'v', keysOnly: true },
];
const states = Object.keys(requestStateLabels) as RequestState[];

/** `/feature-request`: search first, vote, or add one. */
export function FeatureRequestPage() {
  return (
    <LiveScope>
      <FeatureRequests />
    </LiveScope>
  );
}

function FeatureRequests() {
  const { t, i18n } = useLingui();
  const [search, setSearch] = useState('');
  const [state, setState] = useState<RequestState | null>(null);
  const [adding, setAdding] = useState(false);
  const {
    data: rows,
    error,
    refetch,
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
  } = useFeatureRequests(search, state);
  useCommands(commands, { 'feature-request.new': () => setAdding(true), 'feature-request.vote': voteFocused });
  const add = (
    <Button variant="filled" onClick={() => setAdding(true)}>
      <IconPlus {...smallIcon} />
      {t`New request`}
    </Button>
  );
  const isFiltered = search !== '' || state !== null;
  return (
    <Page scroll="document">
      <PageBar title={t`Feature request`} start={<SubPanelButton label={t`Settings pages`} />}>
        {(isFiltered || (rows?.length ?? 0) > 0) && add}
      </PageBar>
      <PageBody padded>
        <div className={styles.page}>
          <div className={styles.filters}>
            <SearchBox label={t`Search requests`} value={search} onChange={setSearch} gatherMs={200} />
            <FilterMenu
              label={t`State`}
              choices={states.map((value) => ({ value, label: i18n._(requestStateLabels[value]) }))}
              value={state}
              onChange={setState}
            />
          </div>
          {rows === undefined && error === null && <Skeleton shape="list" label={t`Reading`} count={4} />}
          {rows === undefined && error !== null && (
            <ProblemState title={t`Couldn’t load feature requests`} error={error} onRetry={() => void refetch()} />
          )}
          {rows !== undefined && rows.length > 0 && <RequestList requests={rows} />}
          {rows?.length === 0 &&
            (isFiltered ? (
              <EmptyState title={t`No matching requests`} actions={add}>
                <p>{t`Try another word, or add a request.`}</p>
              </EmptyState>
            ) : (
              <EmptyState title={t`No feature requests yet`} actions={add}>
                <p>{t`Suggest features. Your team votes, and Admins reply.`}</p>
              </EmptyState>
            ))}
          {hasNextPage && (
            <p>
              <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t`Load more`}
              </Button>
            </p>
          )}
        </div>
      </PageBody>
      {adding && <NewRequestDialog title={search} onClose={() => setAdding(false)} />}
    </Page>
  );
}

/** Votes for the request that has the focus, else for the first. */
function voteFocused(): void {
  const row = document.activeElement?.closest('li') ?? document;
  row.querySelector<HTMLElement>('[data-vote]')?.click();
}
