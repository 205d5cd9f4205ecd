import { useLingui } from '@lingui/react/macro';
import type { ColumnMapping, ContactImport, ImportProblem } from '@parley/contract/types';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { api } from '../../../platform/api.ts';
import { Button } from '../../../ui/button.tsx';
import { inputClass } from '../../../ui/field.tsx';
import { useServerWords } from '../../../ui/request-words.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import styles from './import.module.css';
import { noteImport } from './import-data.ts';
import rowStyles from './rows.module.css';

const codes = {
  invalid: ['phone_missing', 'phone_invalid', 'value', 'unknown', 'skipped'],
  duplicates: ['duplicate', 'merged'],
} as const;

export type ProblemTableProps = {
  row: ContactImport;
  mapping: readonly ColumnMapping[];
  pile: keyof typeof codes;
};

/** A row as it was when it was mended here. */
type Mended = { problem: ImportProblem; values: string[] | null };

/** Rows that something is wrong with, to be mended where they stand. */
export function ProblemTable({ row, mapping, pile }: ProblemTableProps) {
  const { t } = useLingui();
  const { id, check } = row;
  const [mended, setMended] = useState<ReadonlyMap<number, Mended>>(new Map());
  const isKnown = row.state === 'ready';
  const found = useInfiniteQuery({
    queryKey: ['import-problems', id, pile, check, row.checked_ms],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/imports/{id}/problems',
        { params: { id }, query: { code: [...codes[pile]], limit: 100, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    enabled: isKnown,
    staleTime: 0,
    // While rows are checked again, what was found before stays in sight.
    placeholderData: (before) => before,
  });
  const now = found.data?.pages.flatMap(({ data }) => data) ?? [];
  const still = new Set(now.map((problem) => problem.row));
  // Until they are read anew, rows are known as they were before they were mended.
  const isNew = isKnown && !found.isPlaceholderData;
  const gone = [...mended.values()].map(({ problem }) => problem).filter((problem) => !still.has(problem.row));
  const rows = [...now, ...gone].sort((one, other) => one.row - other.row);
  if (rows.length === 0) {
    if (found.isPending && isKnown) return <Skeleton shape="table" label={t`Reading`} />;
    return <p className={`${styles.quiet} ${styles.inset}`}>{t`Nothing is wrong with any row.`}</p>;
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
              <th scope="col">{t`Becomes`}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((problem) => (
              <ProblemRow
                key={problem.row}
                id={id}
                problem={problem}
                mapping={mapping}
                mended={still.has(problem.row) && isNew ? null : (mended.get(problem.row) ?? null)}
                onMended={(values) => setMended(new Map(mended).set(problem.row, { problem, values }))}
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
  mended: Mended | null;
  onMended: (values: string[] | null) => void;
};

function ProblemRow({ id, problem, mapping, mended, onMended }: RowProps) {
  const { t } = useLingui();
  const words = useServerWords();
  const reasonId = useId();
  const place = placeOf(problem, mapping);
  const values = mended?.values ?? problem.values;
  const written = values[place] ?? '';
  const [text, setText] = useState(written);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => setText(written), [written]);
  const name = nameOf(values, mapping);
  const put = (next: string[] | null) => {
    setFailure(null);
    api('PUT /api/imports/{id}/rows/{row}', { params: { id, row: String(problem.row) }, body: { values: next } })
      .then((changed) => {
        onMended(next);
        noteImport(changed);
      })
      .catch((error: unknown) => setFailure(words(error)));
  };
  const save = (cell: string) => {
    if (cell === written && mended?.values !== null) return;
    const cells = Array.from({ length: mapping.length }, (_none, index) => values[index] ?? '');
    put(cells.map((one, index) => (index === place ? cell : one)));
  };
  const row = problem.row.toLocaleString();
  const settled = problem.code === 'skipped' || problem.code === 'merged';
  const isWrong = mended === null && !settled;
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
            onBlur={() => save(text)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') save(text);
            }}
          />
        )}
      </td>
      <td
        id={reasonId}
        className={`${rowStyles.reason} ${isWrong ? styles.bad : styles.fine}`}
        role={failure === null ? undefined : 'alert'}
      >
        {failure ?? (mended === null ? problem.msg : mended.values === null ? t`Left out by you` : t`Fixed by you`)}
      </td>
      <td>
        {isWrong && problem.suggestion !== null && (
          <Button size="sm" onClick={() => save(problem.suggestion ?? '')}>
            <bdi>{problem.suggestion}</bdi>
          </Button>
        )}
        {isWrong && problem.suggestion === null && (
          <Button size="sm" variant="plain" onClick={() => put(null)}>{t`Leave out`}</Button>
        )}
        {mended !== null && (
          <span className={styles.quiet}>
            <bdi>{mended.values?.[place] ?? ''}</bdi>
          </span>
        )}
      </td>
    </tr>
  );
}

/** The cell that is wrong: the number's, or that of the field. */
function placeOf({ field, values }: ImportProblem, mapping: readonly ColumnMapping[]): number {
  const places = mapping.flatMap((column, index) =>
    (
      field === null || field === 'phone_number'
        ? column.target === 'phone'
        : column.target === field || column.field === field
    )
      ? [index]
      : [],
  );
  return places.find((index) => (values[index] ?? '').trim() !== '') ?? places[0] ?? 0;
}

function nameOf(values: readonly string[], mapping: readonly ColumnMapping[]): string {
  const of = (...targets: ColumnMapping['target'][]) =>
    mapping
      .flatMap(({ target }, index) => (targets.includes(target) ? [values[index] ?? ''] : []))
      .filter((cell) => cell.trim() !== '');
  return of('name')[0] ?? of('first_name', 'last_name').join(' ');
}
