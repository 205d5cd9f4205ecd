import { useLingui } from '@lingui/react/macro';
import type { ComposedRow } from '@parley/contract/types';
import { useMemo } from 'react';
import { useNow } from '../../../../platform/use-now.ts';
import type { MenuAction } from '../../../../ui/layer/menu.tsx';
import { actionsColumn } from '../../../../ui/table/actions-column.ts';
import type { Column } from '../../../../ui/table/column.ts';
import { useFewColumns } from '../../../../ui/table/use-few-columns.ts';
import { Ticks } from '../../../../ui/ticks.tsx';
import { useTimeLabels } from '../../../../ui/use-time-labels.ts';
import { contactName, readableNumber } from '../../../contacts/public.ts';
import { authorLabelOf, useMessageWords } from '../../../inbox/public.ts';
import { SandboxTag } from '../../../sandbox/public.ts';
import { useAccount, useFindUser, useRows } from '../../../sync/public.ts';
import { RowMenu } from '../../../team/public.ts';
import { useStateText } from '../use-state-text.ts';
import styles from './history.module.css';

/** "+44 7700 900118", or its visible digits where it is masked. */
export function numberOf({ to, contact }: ComposedRow): string {
  const digits = to ?? contact.phone_number;
  return digits === null ? (contact.phone_masked ?? '') : readableNumber(digits);
}

/** The author, by the specification's author rule; dots when unknown. */
export function useAuthorLabel(): (createdBy: string) => string {
  const { uid } = useAccount().store;
  const findUser = useFindUser();
  const words = useMessageWords();
  const { t } = useLingui();
  return (createdBy) => {
    const label = authorLabelOf(createdBy, findUser, uid);
    return label.kind === 'you' ? t`You` : (words.author(label) ?? '…');
  };
}

export function useOriginLabels(): (medium: ComposedRow['medium']) => string {
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
export function useHistoryColumns(actionsOf: (row: ComposedRow) => MenuAction[][]): Column<ComposedRow>[] {
  const { t } = useLingui();
  const times = useTimeLabels();
  const nowMs = useNow();
  const channels = useRows('channels');
  const author = useAuthorLabel();
  const origin = useOriginLabels();
  const few = useFewColumns();
  const { messageLine } = useMessageWords();
  const stateText = useStateText();
  return useMemo(
    () => [
      {
        id: 'to',
        title: t`To`,
        width: 240,
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
        width: 195,
        minWidth: 140,
        phone: 'detail' as const,
        cell: (row: ComposedRow) => (
          <span className={styles.line}>
            <span className={styles.onPhone}>
              {row.send_state === 'scheduled' ? (
                <>{stateText(row)} · </>
              ) : (
                <Ticks status={row.status} sendState={row.send_state} />
              )}
            </span>
            {row.template !== undefined && <bdi className={styles.quiet}>{String(row.template['name'])} · </bdi>}
            <bdi>{messageLine(row)}</bdi>
          </span>
        ),
      },
      {
        id: 'status',
        title: t`Status`,
        width: 165,
        minWidth: 90,
        cell: (row: ComposedRow) => (
          <span className={styles.state}>
            {row.send_state !== 'scheduled' && <Ticks status={row.status} sendState={row.send_state} />}
            {row.send_state === 'scheduled' ? (
              <span>{stateText(row)}</span>
            ) : (
              <span aria-hidden="true">{stateText(row)}</span>
            )}
          </span>
        ),
      },
      {
        id: 'time',
        title: t`Time`,
        width: 90,
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
        width: 112,
        hidden: few,
        minWidth: 90,
        cell: (row: ComposedRow) => {
          const channel = channels.find(({ id }) => id === row.channel_id);
          return (
            <>
              {channel?.sandbox && <SandboxTag />} <bdi>{channel?.channel_label ?? '–'}</bdi>
            </>
          );
        },
      },
      {
        id: 'by',
        title: t`By`,
        width: 112,
        hidden: few,
        minWidth: 80,
        cell: (row: ComposedRow) => <bdi>{author(row.created_by)}</bdi>,
      },
      {
        id: 'origin',
        title: t`Origin`,
        width: 90,
        hidden: few,
        minWidth: 70,
        cell: (row: ComposedRow) => <span className={styles.quiet}>{origin(row.medium)}</span>,
      },
      actionsColumn(t`Actions`, (row: ComposedRow) => (
        <RowMenu label={contactName(row.contact)} groups={actionsOf(row)} />
      )),
    ],
    [t, few, times, nowMs, channels, author, origin, messageLine, stateText, actionsOf],
  );
}
