import { useLingui } from '@lingui/react/macro';
import type { ContactImport, ImportPreviewRow } from '@parley/contract/types';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import styles from './import.module.css';
import { PreviewTable } from './preview-table.tsx';

const outcomes = { new: 'NEW', updated: 'MODIFIED', unchanged: 'UNCHANGED' } as const;

/** Rows that would be written, or would change nothing. */
export function OutcomeRows(props: { row: ContactImport; group: keyof typeof outcomes; isReady: boolean }) {
  const { t } = useLingui();
  const { row, group, isReady } = props;
  const { id, check } = row;
  const found = useInfiniteQuery({
    queryKey: ['import-outcomes', id, group, check, row.checked_ms],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/imports/{id}/rows',
        { params: { id }, query: { outcome: outcomes[group], limit: 100, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    enabled: isReady && check[group] > 0,
  });
  if (check[group] === 0) return <p className={`${styles.quiet} ${styles.inset}`}>{t`No rows here.`}</p>;
  if (found.data === undefined) return <Skeleton shape="table" label={t`Reading`} />;
  const rows: ImportPreviewRow[] = found.data.pages.flatMap(({ data }) => data);
  return (
    <>
      <PreviewTable
        header={row.columns.map(({ name }) => name)}
        rows={rows.map(({ values }) => values)}
        numbers={rows.map((one) => one.row)}
      />
      {found.hasNextPage && rows.length < 200 && (
        <div className={styles.inset}>
          <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>{t`Show more`}</Button>
        </div>
      )}
    </>
  );
}
