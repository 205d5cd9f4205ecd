import { useLingui } from '@lingui/react/macro';
import type { ComposedRow } from '@parley/contract/types';
import { useMemo } from 'react';
import type { MenuAct } from '../../../ui/layer/menu.tsx';
import { actsColumn } from '../../../ui/table/acts-column.ts';
import type { Column } from '../../../ui/table/column.ts';
import { tickStateOf } from '../../../ui/tick-state.ts';
import { Ticks, useTickWords } from '../../../ui/ticks.tsx';
import { contactName, readableNumber } from '../../contacts/public.ts';
import { authorLabelOf, useMessageWords, useNow, useTimeWords } from '../../inbox/public.ts';
import { useAccount, useFindUser, useRows } from '../../sync/public.ts';
import { RowMenu } from '../../team/public.ts';
import styles from './history.module.css';

/** "+44 7700 900118", or as much of it as may be seen. */
export function numberOf({ to, contact }: ComposedRow): string {
  const digits = to ?? contact.phone_number;
  return digits === null ? (contact.phone_masked ?? '') : readableNumber(digits);
}

/** Who wrote it, by the specification's author rule; dots where nobody knows. */
export function useAuthorWords(): (createdBy: string) => string {
  const { uid } = useAccount().store;
  const findUser = useFindUser();
  const words = useMessageWords();
  const { t } = useLingui();
  return (createdBy) => {
    const label = authorLabelOf(createdBy, findUser, uid);
    return label.kind === 'you' ? t`You` : (words.author(label) ?? '…');
  };
}

export function useOriginWords(): (medium: ComposedRow['medium']) => string {
  const { t } = useLingui();
  const words: Record<ComposedRow['medium'], string> = {
    ANDROID_APP: t`Android app`,
    API: t`API`,
    IOS_APP: t`iOS app`,
    WEB_APP: t`Web app`,
    WEBHOOK: t`Webhook`,
  };
  return (medium) => words[medium];
}

/** The columns of the history. */
export function useHistoryColumns(actsOf: (row: ComposedRow) => MenuAct[][]): Column<ComposedRow>[] {
  const { t } = useLingui();
  const times = useTimeWords();
  const nowMs = useNow();
  const channels = useRows('channels');
  const author = useAuthorWords();
  const origin = useOriginWords();
  const { messageLine } = useMessageWords();
  const tickWords = useTickWords();
  return useMemo(
    () => [
      {
        id: 'to',
        title: t`To`,
        width: 260,
        minWidth: 140,
        fixed: true,
        phone: 'title' as const,
        cell: (row: ComposedRow) => (
          <span className={styles.line}>
            <bdi>{contactName(row.contact)}</bdi>
            {contactName(row.contact) !== numberOf(row) && (
              <bdi className={`${styles.quiet} ${styles.number}`}>{numberOf(row)}</bdi>
            )}
          </span>
        ),
      },
      {
        id: 'message',
        title: t`Message`,
        width: 280,
        minWidth: 140,
        phone: 'detail' as const,
        cell: (row: ComposedRow) => (
          <span className={styles.line}>
            <span className={styles.onPhone}>
              <Ticks status={row.status} sendState={row.send_state} />
            </span>
            {row.template !== undefined && <bdi className={styles.quiet}>{String(row.template['name'])} · </bdi>}
            <bdi>{messageLine(row)}</bdi>
          </span>
        ),
      },
      {
        id: 'status',
        title: t`Status`,
        width: 130,
        minWidth: 90,
        cell: (row: ComposedRow) => (
          <span className={styles.state}>
            <Ticks status={row.status} sendState={row.send_state} />
            <span aria-hidden="true">{tickWords(tickStateOf(row.status, row.send_state))}</span>
          </span>
        ),
      },
      {
        id: 'time',
        title: t`Time`,
        width: 100,
        minWidth: 80,
        cell: (row: ComposedRow) => (
          <time dateTime={row.created_at} title={times.exact(row.created_at)} className={styles.quiet}>
            {times.inList(row.created_at, nowMs)}
          </time>
        ),
      },
      {
        id: 'channel',
        title: t`Channel`,
        width: 130,
        minWidth: 90,
        cell: (row: ComposedRow) => <bdi>{channels.find(({ id }) => id === row.channel_id)?.channel_label ?? '–'}</bdi>,
      },
      {
        id: 'by',
        title: t`By`,
        width: 120,
        minWidth: 80,
        cell: (row: ComposedRow) => <bdi>{author(row.created_by)}</bdi>,
      },
      {
        id: 'origin',
        title: t`Origin`,
        width: 90,
        minWidth: 70,
        cell: (row: ComposedRow) => <span className={styles.quiet}>{origin(row.medium)}</span>,
      },
      actsColumn(t`Acts`, (row: ComposedRow) => <RowMenu label={contactName(row.contact)} groups={actsOf(row)} />),
    ],
    [t, times, nowMs, channels, author, origin, messageLine, tickWords, actsOf],
  );
}
