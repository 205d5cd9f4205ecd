import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ErasureReceipt } from '@parley/contract/types';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/api.ts';
import { Badge, type BadgeTone } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { useDateLabels } from '../../../../ui/use-date-labels.ts';
import { useActorName } from '../use-actor-name.ts';
import styles from './privacy.module.css';

const pageLength = 20;
const pollIntervalMs = 3_000;

/** Erasure receipts, the latest first; for Admins, needs `QueryScope`. */
export function ErasureReceipts() {
  const { t } = useLingui();
  const actorName = useActorName();
  const found = useInfiniteQuery({
    queryKey: ['erasures'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/erasures', { query: { limit: pageLength, ...(pageParam && { cursor: pageParam }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(isUnfinished)) ? pollIntervalMs : false,
  });
  if (found.isPending) return <Skeleton shape="text" count={2} label={t`Reading`} />;
  if (found.isError) {
    return (
      <ProblemState title={t`Couldn’t load the receipts`} error={found.error} onRetry={() => void found.refetch()} />
    );
  }
  const receipts = found.data.pages.flatMap(({ data }) => data);
  return (
    <>
      <p className={styles.quiet}>
        {receipts.length === 0
          ? t`No erased contacts. Erase a contact from its panel in Contacts; its receipt appears here.`
          : t`A receipt contains only a keyed hash of each number and ID, so you can prove later which contact was erased.`}
      </p>
      <ReceiptList receipts={receipts} actorName={actorName} />
      {found.hasNextPage && (
        <span>
          <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>{t`Show more`}</Button>
        </span>
      )}
    </>
  );
}

function isUnfinished({ state }: ErasureReceipt): boolean {
  return state === 'waiting' || state === 'running';
}

export type ReceiptListProps = { receipts: readonly ErasureReceipt[]; actorName: (actor: string) => string };

export function ReceiptList({ receipts, actorName }: ReceiptListProps) {
  if (receipts.length === 0) return null;
  return (
    <ul className={styles.receipts}>
      {receipts.map((receipt) => (
        <Receipt key={receipt.id} receipt={receipt} name={actorName(receipt.requested_by)} />
      ))}
    </ul>
  );
}

const tones: Record<ErasureReceipt['state'], BadgeTone> = {
  waiting: 'info',
  running: 'info',
  done: 'ok',
  failed: 'bad',
};

function Receipt({ receipt, name }: { receipt: ErasureReceipt; name: string }) {
  const { t, i18n } = useLingui();
  const words = useDateLabels();
  const counted = useCounted(receipt);
  const { state, requested_at: at, done_at: doneAt, subject_hashes: hashes } = receipt;
  const states = { waiting: t`Waiting`, running: t`Erasing`, done: t`Erased`, failed: t`Not finished` };
  const messages = plural(receipt.counts.messages, { 0: 'no messages', one: '# message', other: '# messages' });
  return (
    <li className={styles.receipt}>
      <Disclosure
        look="row"
        title={
          <span className={styles.title}>
            <Badge tone={tones[state]}>{states[state]}</Badge>
            <span>{t`A contact with ${messages}`}</span>
            <span className={styles.when}>
              <time dateTime={at}>{words.exact(at)}</time> · <bdi>{name}</bdi>
            </span>
          </span>
        }
      >
        {state === 'failed' && (
          <p
            className={styles.quiet}
          >{t`Something went wrong and part of the data is still stored. Ask the operator to check the log for this receipt: ${receipt.id}`}</p>
        )}
        <dl className={styles.counts}>
          {counted.map(({ term, count }) => (
            <Count key={term} term={term} count={i18n.number(count)} />
          ))}
          {doneAt !== null && <Count term={t`Done`} count={words.exact(doneAt)} />}
        </dl>
        <p className={styles.hashes}>
          {t`Receipt ${receipt.id}`}
          {hashes.map((hash) => (
            <span key={hash}>
              <br />
              {hash}
            </span>
          ))}
        </p>
      </Disclosure>
    </li>
  );
}

function Count({ term, count }: { term: string; count: string }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{count}</dd>
    </>
  );
}

function useCounted({ counts }: ErasureReceipt): Array<{ term: string; count: number }> {
  const { t } = useLingui();
  return [
    { term: t`Contacts`, count: counts.contacts },
    { term: t`Numbers and IDs`, count: counts.identities },
    { term: t`Conversations`, count: counts.conversations },
    { term: t`Messages`, count: counts.messages },
    { term: t`Message events`, count: counts.message_events },
    { term: t`Files`, count: counts.media_files },
    { term: t`Notes`, count: counts.notes },
    { term: t`Internal notes`, count: counts.internal_notes },
    { term: t`Activity entries`, count: counts.activity },
    { term: t`List memberships`, count: counts.list_memberships },
    { term: t`Opt-outs`, count: counts.suppressions },
    { term: t`WhatsApp webhooks`, count: counts.raw_deliveries },
    { term: t`Import rows`, count: counts.import_rows },
  ].filter(({ count }) => count > 0);
}
