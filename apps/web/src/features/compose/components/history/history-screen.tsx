import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ComposedRow } from '@parley/contract/types';
import { IconCopy, IconInfoCircle, IconMessage, IconPencil, IconRefresh } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { accountStorage } from '../../../../platform/account-storage.ts';
import { downloadFile, type FileFormat } from '../../../../platform/download.ts';
import { Avatar } from '../../../../ui/avatar.tsx';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { type Command, useCommands } from '../../../../ui/commands/commands.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { ExportMenu } from '../../../../ui/export-menu.tsx';
import { icon, smallIcon } from '../../../../ui/icon.ts';
import { ConfirmDialog } from '../../../../ui/layer/confirm-dialog.tsx';
import type { MenuAction } from '../../../../ui/layer/menu.tsx';
import { Page, PageBar } from '../../../../ui/page.tsx';
import { SubPanelButton } from '../../../../ui/sub-panel.tsx';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { BulkBar, ColumnChoice } from '../../../../ui/table/table-bars.tsx';
import { useSelection } from '../../../../ui/table/use-selection.ts';
import { useTableLayout } from '../../../../ui/table/use-table-layout.ts';
import { toast } from '../../../../ui/toast.ts';
import { useBelow } from '../../../../ui/use-media.ts';
import { contactName } from '../../../contacts/public.ts';
import { discardMessage, mayDiscard, maySendAgain, retryMessage } from '../../../inbox/public.ts';
import { useAccount } from '../../../sync/public.ts';
import { useRefusal } from '../../../team/public.ts';
import { type ComposeDraft, hasDraft, replaceDraft } from '../../data/draft.ts';
import { emptyChoice } from '../../data/history-filter.ts';
import { draftFromMessage } from '../../data/resend.ts';
import { isScheduled } from '../../data/scheduled-actions.ts';
import { invalidateHistory, useHistory } from '../../data/use-history.ts';
import { useHistoryAddress } from '../../data/use-history-address.ts';
import { ComposeSubPanel } from '../compose-sub-panel.tsx';
import { HistoryFilters } from './history-filters.tsx';
import { MessageDetails } from './message-details.tsx';
import { RetryDialog } from './retry-dialog.tsx';
import { TimeDialog } from './time-dialog.tsx';
import { useHistoryColumns } from './use-history-columns.tsx';
import { useScheduledActions } from './use-scheduled-actions.tsx';

const commands: Command[] = [
  { id: 'compose.retry', group: 'list', title: msg`Send the message again`, keys: 'r', icon: IconRefresh },
];

/** Messages that were composed here, latest first. */
export function HistoryScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const account = useAccount();
  const words = useServerErrorMessage();
  const { choice, filter, change } = useHistoryAddress();
  const { rows, state, more } = useHistory(filter);
  const [openId, setOpenId] = useState<string | null>(null);
  const [asks, setAsks] = useState(false);
  const [timing, setTiming] = useState<ComposedRow | null>(null);
  const [waiting, setWaiting] = useState<Partial<ComposeDraft> | null>(null);
  const exportRefusal = useRefusal('contacts.export');
  const ids = useMemo(() => rows.map(idOf), [rows]);
  const selection = useSelection(ids, rows.length);

  const go = useCallback(
    (draft: Partial<ComposeDraft>) => {
      replaceDraft(draft);
      void navigate({ to: '/compose' });
    },
    [navigate],
  );
  const writeAgain = useCallback(
    async (row: ComposedRow) => {
      const id = row.template?.['id'];
      const template =
        typeof id === 'string'
          ? await account.api('GET /api/templates/{id}', { params: { id } }).catch(() => null)
          : null;
      const draft = draftFromMessage(row, template);
      if (hasDraft()) setWaiting(draft);
      else go(draft);
    },
    [account, go],
  );
  const retry = useCallback(
    async (row: ComposedRow) => {
      try {
        await retryMessage(account, row.id);
        toast({ message: t`Resending the message.` });
      } catch (error) {
        toast({ message: words(error) });
      }
      invalidateHistory();
    },
    [account, t, words],
  );
  const discard = async (row: ComposedRow) => {
    await discardMessage(account, row.id).catch((error: unknown) => toast({ message: words(error) }));
    invalidateHistory();
  };
  const copy = useCallback(
    (id: string) =>
      navigator.clipboard.writeText(id).then(
        () => toast({ message: t`ID copied` }),
        () => toast({ message: t`The browser doesn’t allow copying here. See the ID under Details.` }),
      ),
    [t],
  );
  const scheduledActions = useScheduledActions(setTiming);
  const actionsOf = useCallback(
    (row: ComposedRow): MenuAction[][] => [
      ...(isScheduled(row) ? [scheduledActions(row)] : []),
      [
        {
          id: 'open',
          label: t`Open conversation`,
          icon: <IconMessage {...icon} />,
          run: () => void navigate({ to: '/inbox/$thread_id', params: { thread_id: row.thread_id } }),
        },
        { id: 'again', label: t`Send again`, icon: <IconPencil {...icon} />, run: () => void writeAgain(row) },
        ...(maySendAgain(row)
          ? [
              {
                id: 'retry',
                label: t`Retry`,
                command: 'compose.retry',
                icon: <IconRefresh {...icon} />,
                run: () => void retry(row),
              },
            ]
          : []),
      ],
      [
        { id: 'copy', label: t`Copy ID`, icon: <IconCopy {...icon} />, run: () => void copy(row.id) },
        { id: 'details', label: t`View details`, icon: <IconInfoCircle {...icon} />, run: () => setOpenId(row.id) },
      ],
    ],
    [t, navigate, writeAgain, retry, copy, scheduledActions],
  );
  const table = useTableLayout('compose-history', useHistoryColumns(actionsOf), accountStorage());
  useCommands(commands, {
    'compose.retry': () => {
      const row = rows[focusedRow() ?? -1];
      if (row !== undefined && maySendAgain(row)) void retry(row);
      else if (row !== undefined) void writeAgain(row);
    },
  });
  const phone = useBelow('md');
  const exportAll = (format: FileFormat) => {
    const query = { ...filter, format };
    return downloadFile('GET /api/compose/history/export', { query }, `composed-messages.${format}`);
  };
  const filtered = Object.values(choice).some((value) => value !== null);
  const open = rows.find(({ id }) => id === openId);
  const chosen = rows.filter(({ id }) => selection.has(id));
  return (
    <>
      <ComposeSubPanel />
      <Page label={t`Compose history`}>
        <PageBar title={t`Compose history`} start={<SubPanelButton label={t`Compose pages`} />}>
          <ExportMenu short={phone} blocked={exportRefusal !== null} save={exportAll} />
        </PageBar>
        <HistoryFilters choice={choice} onChange={change} end={phone ? null : <ColumnChoice table={table} />} />
        <DataTable
          label={t`Composed messages`}
          table={table}
          rows={rows}
          idOf={idOf}
          nameOf={nameOf}
          pictureOf={(row) => <Avatar name={contactName(row.contact)} seed={row.contact_id} size="sm" />}
          total={rows.length}
          state={state}
          empty={
            filtered ? (
              <EmptyState
                title={t`No matching messages`}
                actions={<Button onClick={() => change(emptyChoice)}>{t`Clear filters`}</Button>}
              >
                <p>{t`Remove filters to see more.`}</p>
              </EmptyState>
            ) : (
              <EmptyState
                title={t`Messages sent from Compose appear here.`}
                actions={<Link to="/compose" className={buttonClass({ variant: 'filled' })}>{t`New message`}</Link>}
              >
                <p>{t`Messages are stored as long as the retention in Business settings says.`}</p>
              </EmptyState>
            )
          }
          selection={selection}
          openId={openId}
          onOpen={(row) => setOpenId(row.id)}
          onNearEnd={more}
        />
        <BulkBar selection={selection}>
          <Button size="sm" blocked={!chosen.some(maySendAgain)} onClick={() => setAsks(true)}>
            <IconRefresh {...smallIcon} />
            {t`Retry failed`}
          </Button>
        </BulkBar>
      </Page>
      {open !== undefined && (
        <MessageDetails
          row={open}
          onAgain={() => {
            setOpenId(null);
            void writeAgain(open);
          }}
          onRetry={maySendAgain(open) ? () => void retry(open) : undefined}
          onDiscard={mayDiscard(open) ? () => void discard(open) : undefined}
          onClose={() => setOpenId(null)}
        />
      )}
      {timing !== null && <TimeDialog row={timing} onClose={() => setTiming(null)} />}
      {asks && (
        <RetryDialog
          rows={chosen}
          onClose={(done) => {
            setAsks(false);
            if (done) selection.clear();
          }}
        />
      )}
      {waiting !== null && (
        <ConfirmDialog
          title={t`Replace your unsent message?`}
          confirm={t`Replace it`}
          keep={t`Keep current message`}
          onConfirm={() => go(waiting)}
          onClose={() => setWaiting(null)}
        >
          <p>{t`Compose already has an unsent message. This one would replace it.`}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** The index of the row that has the focus. */
function focusedRow(): number | null {
  const index = document.activeElement?.closest('[data-row]')?.getAttribute('data-row');
  return index === null || index === undefined ? null : Number(index);
}

function idOf({ id }: ComposedRow): string {
  return id;
}

function nameOf({ contact }: ComposedRow): string {
  return contactName(contact);
}
