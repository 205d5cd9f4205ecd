import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ApiKey, ApiKeyRequest } from '@parley/contract/types';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/api.ts';
import { dateFormat } from '../../../../platform/date-format.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { FilterMenu } from '../../../team/public.ts';
import styles from './api-keys.module.css';

const kinds = { ok: msg`Answered`, refused: msg`Refused (4xx)`, failed: msg`Failed (5xx)` };
export type RequestKind = keyof typeof kinds;
export type RequestFilter = { keyId: string | null; kind: RequestKind | null };

/** API requests of the last seven days, newest first. */
export function ApiKeyRequests(props: {
  keys: readonly ApiKey[];
  filter: RequestFilter;
  onFilter: (filter: RequestFilter) => void;
}) {
  const { t, i18n } = useLingui();
  const { filter, onFilter } = props;
  const choices = (Object.keys(kinds) as RequestKind[]).map((value) => ({ value, label: i18n._(kinds[value]) }));
  return (
    <section className={styles.side} aria-label={t`Requests`}>
      <div className={styles.filters}>
        <FilterMenu
          label={t`Key`}
          choices={props.keys.map(({ id, name, last4 }) => ({ value: id, label: `${name} …${last4}` }))}
          value={filter.keyId}
          onChange={(keyId) => onFilter({ ...filter, keyId })}
        />
        <FilterMenu
          label={t`Status`}
          choices={choices}
          value={filter.kind}
          onChange={(kind) => onFilter({ ...filter, kind })}
        />
      </div>
      <Requests filter={filter} />
    </section>
  );
}

function Requests({ filter }: { filter: RequestFilter }) {
  const { t } = useLingui();
  const { keyId, kind } = filter;
  const found = useInfiniteQuery({
    queryKey: ['api-key-requests', keyId, kind],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/api-key-requests',
        {
          query: {
            limit: 50,
            ...(keyId !== null && { key_id: keyId }),
            ...(kind !== null && { kind }),
            ...(pageParam && { cursor: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 0,
    // Polled, so that a test call shows up; further pages are not read again.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : 5_000),
  });
  if (found.isPending) return <Skeleton shape="text" label={t`Loading requests`} count={6} />;
  if (found.isError) {
    return (
      <ProblemState title={t`Couldn’t load the requests`} error={found.error} onRetry={() => void found.refetch()} />
    );
  }
  const rows = found.data.pages.flatMap(({ data }) => data);
  const unlisted = found.data.pages[0]?.unlisted ?? 0;
  return (
    <>
      {rows.length === 0 && (
        <EmptyState title={t`No requests`}>
          <p>{t`Calls with this key appear here for 7 days, without their content.`}</p>
        </EmptyState>
      )}
      <ul className={styles.requests}>
        {rows.map((row) => (
          <RequestLine key={row.id} row={row} />
        ))}
      </ul>
      {found.hasNextPage && (
        <p>
          <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>{t`Show more`}</Button>
        </p>
      )}
      {unlisted > 0 && (
        <p className={styles.quiet}>
          {t`${plural(unlisted, { one: '# more was counted and is not listed', other: '# more were counted and are not listed' })}: too many came at once.`}
        </p>
      )}
    </>
  );
}

function RequestLine({ row }: { row: ApiKeyRequest }) {
  const { t, i18n } = useLingui();
  const time = dateFormat(i18n.locale, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const tone = row.status === null || row.status >= 500 ? 'bad' : row.status >= 400 ? 'warn' : 'ok';
  return (
    <li data-tip={t`Request ${row.request_id}`}>
      <span className={styles.line}>
        <Badge tone={tone}>{row.status ?? t`no answer`}</Badge>
        <code dir="ltr">{row.route}</code>
        {row.assistant && <Badge>{t`Assistant`}</Badge>}
      </span>
      <small className={styles.quiet}>
        <time dateTime={row.at}>{time.format(new Date(row.at))}</time>
        <bdi>{row.key.name}</bdi>
        <bdi>{row.ip}</bdi>
        <span>{t`${row.took_ms} ms`}</span>
      </small>
    </li>
  );
}
