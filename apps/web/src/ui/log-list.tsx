import { useLingui } from '@lingui/react/macro';
import { Fragment, type ReactNode, useState } from 'react';
import { dateFormat } from '../platform/date-format.ts';
import { Button } from './button.tsx';
import { CompactTable } from './compact-table.tsx';
import styles from './log-list.module.css';
import { ProblemState } from './problem-state.tsx';
import { Skeleton } from './skeleton.tsx';

/** What is read of a log: its newest records, and further ones on demand. */
type Log<T> = {
  isPending: boolean;
  isError: boolean;
  error: unknown;
  data: readonly T[] | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
};

type LogListProps<T> = {
  log: Log<T>;
  loading: string;
  failed: string;
  /** Shown where the log has no records. */
  empty: ReactNode;
  head: readonly string[];
  /** From which column on figures stand at the end, counted from 1. */
  figuresFrom?: number;
  /** What stands in the columns of a record. `open` makes one of them the button that opens it. */
  cells: (row: T, open: (content: ReactNode) => ReactNode) => readonly ReactNode[];
  details: (row: T) => ReactNode;
};

/** The records of a log, newest first; one of them is open at a time. */
export function LogList<T extends { id: string }>(props: LogListProps<T>) {
  const { t } = useLingui();
  const { log, head } = props;
  const [openId, setOpenId] = useState<string | null>(null);
  if (log.isPending) return <Skeleton shape="text" label={props.loading} count={6} />;
  if (log.isError || log.data === undefined) {
    return <ProblemState title={props.failed} error={log.error} onRetry={() => void log.refetch()} />;
  }
  if (log.data.length === 0) return props.empty;
  return (
    <>
      <CompactTable className={styles.log} head={head} figuresFrom={props.figuresFrom}>
        {log.data.map((row) => {
          const isOpen = row.id === openId;
          const open = (content: ReactNode) => (
            <button
              type="button"
              className={styles.open}
              aria-expanded={isOpen}
              onClick={() => setOpenId(isOpen ? null : row.id)}
            >
              {content}
            </button>
          );
          return (
            <Fragment key={row.id}>
              <tr data-open={isOpen || undefined}>
                {props.cells(row, open).map((cell, at) => (
                  <td key={head[at]}>{cell}</td>
                ))}
              </tr>
              {isOpen && (
                <tr>
                  <td colSpan={head.length} className={styles.details}>
                    {props.details(row)}
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </CompactTable>
      {log.hasNextPage && (
        <p>
          <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>{t`Show more`}</Button>
        </p>
      )}
    </>
  );
}

/** When something was recorded: today with seconds, else with its day. */
export function LogTime({ at }: { at: string }) {
  const { i18n } = useLingui();
  const time = new Date(at);
  const isToday = time.toDateString() === new Date().toDateString();
  const format = dateFormat(i18n.locale, {
    ...(!isToday && { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
    ...(isToday && { second: '2-digit' }),
  });
  return <time dateTime={at}>{format.format(time)}</time>;
}
