import { useLingui } from '@lingui/react/macro';
import type { ColumnMapping, ContactImport, ImportProblem } from '@parley/contract/types';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { inputClass } from '../../../../ui/field.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { useEnterOrLeave } from '../../../../ui/use-enter-or-leave.ts';
import { setImport } from '../../data/import/import-data.ts';
import { nameInRow, problemColumn } from '../../data/import/mapping.ts';
import styles from './import.module.css';
import rowStyles from './rows.module.css';

const codes = {
  invalid: ['phone_missing', 'phone_invalid', 'value', 'unknown', 'skipped'],
  duplicates: ['duplicate', 'merged'],
} as const;

export type ProblemTableProps = {
  row: ContactImport;
  mapping: readonly ColumnMapping[];
  group: keyof typeof codes;
};

/** A row with the problem it had when it was fixed here. */
type FixedRow = { problem: ImportProblem; values: string[] | null };

/** Rows with problems, which can be fixed in place. */
export function ProblemTable({ row, mapping, group }: ProblemTableProps) {
  const { t } = useLingui();
  const { id, check } = row;
  const [fixed, setFixed] = useState<ReadonlyMap<number, FixedRow>>(new Map());
  const isKnown = row.state === 'ready';
  const found = useInfiniteQuery({
    queryKey: ['import-problems', id, group, check, row.checked_ms],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/imports/{id}/problems',
        { params: { id }, query: { code: [...codes[group]], limit: 100, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    enabled: isKnown,
    staleTime: 0,
    // The previous problems stay visible while rows are checked again.
    placeholderData: (before) => before,
  });
  const now = found.data?.pages.flatMap(({ data }) => data) ?? [];
  const still = new Set(now.map((problem) => problem.row));
  // Rows keep their state from before the fix until they are read again.
  const isNew = isKnown && !found.isPlaceholderData;
  const gone = [...fixed.values()].map(({ problem }) => problem).filter((problem) => !still.has(problem.row));
  const rows = [...now, ...gone].sort((one, other) => one.row - other.row);
  if (rows.length === 0) {
    if (found.isPending && isKnown) return <Skeleton shape="table" label={t`Reading`} />;
    return <p className={`${styles.quiet} ${styles.inset}`}>{t`No problems found.`}</p>;
  }
  return (
    <>
      <section className={rowStyles.preview} aria-label={t`Rows with problems`}>
        <table className={`${rowStyles.table} ${rowStyles.problems}`}>
          <thead>
            <tr>
              <th scope="col" className={rowStyles.number}>{t`Row`}</th>
              <th scope="col">{t`Name`}</th>
              <th scope="col" className={rowStyles.edit}>{t`In the file`}</th>
              <th scope="col">{t`Problem`}</th>
              <th scope="col">{t`Changes to`}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((problem) => (
              <ProblemRow
                key={problem.row}
                id={id}
                problem={problem}
                mapping={mapping}
                fixed={still.has(problem.row) && isNew ? null : (fixed.get(problem.row) ?? null)}
                onFixed={(values) => setFixed(new Map(fixed).set(problem.row, { problem, values }))}
              />
            ))}
          </tbody>
        </table>
      </section>
      {found.hasNextPage && (
        <div className={styles.inset}>
          <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>{t`Show more`}</Button>
        </div>
      )}
    </>
  );
}

type RowProps = {
  id: string;
  problem: ImportProblem;
  mapping: readonly ColumnMapping[];
  fixed: FixedRow | null;
  onFixed: (values: string[] | null) => void;
};

function ProblemRow({ id, problem, mapping, fixed, onFixed }: RowProps) {
  const { t, i18n } = useLingui();
  const words = useServerErrorMessage();
  const reasonId = useId();
  const place = problemColumn(problem, mapping);
  const values = fixed?.values ?? problem.values;
  const written = values[place] ?? '';
  const [text, setText] = useState(written);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => setText(written), [written]);
  const name = nameInRow(values, mapping);
  const put = (next: string[] | null) => {
    setFailure(null);
    api('PUT /api/imports/{id}/rows/{row}', { params: { id, row: String(problem.row) }, body: { values: next } })
      .then((changed) => {
        onFixed(next);
        setImport(changed);
      })
      .catch((error: unknown) => setFailure(words(error)));
  };
  const save = (cell: string) => {
    if (cell === written && fixed?.values !== null) return;
    const cells = Array.from({ length: mapping.length }, (_none, index) => values[index] ?? '');
    put(cells.map((one, index) => (index === place ? cell : one)));
  };
  const leaving = useEnterOrLeave(() => save(text));
  const row = i18n.number(problem.row);
  const settled = problem.code === 'skipped' || problem.code === 'merged';
  const isWrong = fixed === null && !settled;
  return (
    <tr>
      <td className={rowStyles.number}>{row}</td>
      <td>
        <bdi>{name}</bdi>
      </td>
      <td className={rowStyles.edit}>
        {problem.values.length > 0 && (
          <input
            className={inputClass()}
            aria-label={t`In the file, row ${row}`}
            aria-invalid={isWrong || undefined}
            aria-describedby={reasonId}
            dir="ltr"
            value={text}
            placeholder={t`empty`}
            onChange={(event) => setText(event.target.value)}
            {...leaving}
          />
        )}
      </td>
      <td
        id={reasonId}
        className={`${rowStyles.reason} ${isWrong ? styles.bad : styles.fine}`}
        role={failure === null ? undefined : 'alert'}
      >
        {failure ?? (fixed === null ? problem.msg : fixed.values === null ? t`Excluded by you` : t`Fixed by you`)}
      </td>
      <td>
        {isWrong && problem.suggestion !== null && (
          <Button size="sm" onClick={() => save(problem.suggestion ?? '')}>
            <bdi>{problem.suggestion}</bdi>
          </Button>
        )}
        {isWrong && problem.suggestion === null && (
          <Button size="sm" variant="plain" onClick={() => put(null)}>{t`Exclude`}</Button>
        )}
        {fixed !== null && (
          <span className={styles.quiet}>
            <bdi>{fixed.values?.[place] ?? ''}</bdi>
          </span>
        )}
      </td>
    </tr>
  );
}
