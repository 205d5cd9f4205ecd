import { useLingui } from '@lingui/react/macro';
import type { CampaignFile, CampaignFileRow } from '@parley/contract/types';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { useFileRows } from '../../data/editor/campaign-files.ts';
import styles from './editor.module.css';
import fileStyles from './file-source.module.css';

type Props = { row: CampaignFile; kind: CampaignFileRow['kind']; title: string; onClose: () => void };

/** Whatever scrolls must be reachable by keyboard. */
const isScrollable = { tabIndex: 0 };

/** Rows of the file of one kind, with what is wrong with them. */
export function FileRowsDialog({ row, kind, title, onClose }: Props) {
  const { t } = useLingui();
  const found = useFileRows(row.id, kind);
  const rows = found.data?.pages.flatMap(({ data }) => data) ?? [];
  const reason = (one: CampaignFileRow) => {
    const { first_row: first } = one;
    return first === null ? one.problem : t`Row ${first} has the same number.`;
  };
  return (
    <Dialog title={title} size="lg" onClose={onClose}>
      {found.isPending && <Skeleton shape="text" label={t`Reading`} count={5} />}
      {found.isError && rows.length === 0 && (
        <ProblemState title={t`Couldn’t load the rows`} error={found.error} onRetry={() => void found.refetch()} />
      )}
      {rows.length > 0 && (
        <section {...isScrollable} className={fileStyles.scroll} aria-label={t`Rows of the file`}>
          <table className={fileStyles.rows}>
            <thead>
              <tr>
                <th scope="col">{t`Row`}</th>
                {kind !== 'good' && <th scope="col">{t`Problem`}</th>}
                {row.columns.map(({ name }) => (
                  <th key={name} scope="col">
                    <bdi>{name}</bdi>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((one) => (
                <tr key={one.row}>
                  <td>{one.row}</td>
                  {kind !== 'good' && <td>{reason(one)}</td>}
                  {row.columns.map(({ name }, at) => (
                    <td key={name}>
                      <bdi>{one.values[at]}</bdi>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {found.hasNextPage && (
        <p className={styles.row}>
          <Button size="sm" busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {t`Show more`}
          </Button>
        </p>
      )}
    </Dialog>
  );
}
