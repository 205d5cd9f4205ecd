import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Campaign, CampaignRecipient } from '@parley/contract/types';
import { IconFilter, IconList, IconSpeakerphone } from '@tabler/icons-react';
import { Suspense, useMemo, useRef, useState } from 'react';
import { accountStorage } from '../../../../platform/account-storage.ts';
import { Avatar } from '../../../../ui/avatar.tsx';
import { Button } from '../../../../ui/button.tsx';
import { type Command, useCommands } from '../../../../ui/commands/commands.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import type { Column } from '../../../../ui/table/column.ts';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { BulkBar, ColumnChoice } from '../../../../ui/table/table-bars.tsx';
import { useSelection } from '../../../../ui/table/use-selection.ts';
import { useTableLayout } from '../../../../ui/table/use-table-layout.ts';
import { toast } from '../../../../ui/toast.ts';
import { useBelow } from '../../../../ui/use-media.ts';
import { ListsDialog } from '../../../contacts/public.ts';
import { useRefusal } from '../../../team/public.ts';
import { allRecipients, type CampaignAddress, recipientsQuery } from '../../data/campaign/campaign-address.ts';
import { useRecipients } from '../../data/campaign/recipient-queries.ts';
import { earlierStatesOf, figuresOf } from '../../data/campaign-rules.ts';
import { useNewBroadcast } from '../../data/editor/new-broadcast.ts';
import styles from './campaign.module.css';
import {
  NumberCell,
  OpenCell,
  OutcomeCell,
  recipientName,
  StateCell,
  StepTime,
  ValuesCell,
} from './recipient-cells.tsx';
import { RecipientFilters } from './recipient-filters.tsx';

const commands: Command[] = [
  { id: 'broadcast.filter', group: 'list', title: msg`Filter the recipients`, keys: 'f', icon: IconFilter },
];
/** The server's limit per bulk action. */
const maxIds = 1_000;

type Row = { key: string; recipient: CampaignRecipient };

export type RecipientsProps = {
  campaign: Campaign;
  address: CampaignAddress;
  change: (part: Partial<CampaignAddress>) => void;
};

/** The recipients of the broadcast with their results. */
export function Recipients({ campaign, address, change }: RecipientsProps) {
  const { t } = useLingui();
  const bar = useRef<HTMLDivElement>(null);
  const phone = useBelow('md');
  const { rows: recipients, state, more } = useRecipients(campaign.id, recipientsQuery(address));
  const rows = useMemo(() => recipients.map(keyed), [recipients]);
  const keys = useMemo(() => rows.map(keyOf), [rows]);
  const selection = useSelection(keys, keys.length);
  const columns = useRecipientColumns(campaign);
  const table = useTableLayout('recipients', columns, accountStorage());
  useCommands(commands, {
    'broadcast.filter': () => bar.current?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.click(),
  });
  const { figure, reason, link, button, variant, search } = address;
  const isFiltered = figure !== 'audience' || (reason ?? link ?? button ?? variant) !== null || search.trim() !== '';
  return (
    <section className={styles.people} aria-labelledby="recipients">
      <div className={styles.head}>
        <h2 id="recipients">{t`Recipients`}</h2>
        <BroadcastToThese campaign={campaign} address={address} />
      </div>
      <div ref={bar}>
        <RecipientFilters
          campaign={campaign}
          address={address}
          change={change}
          end={phone ? null : <ColumnChoice table={table} />}
        />
      </div>
      <DataTable
        label={t`Recipients`}
        scroll="document"
        table={table}
        rows={rows}
        idOf={keyOf}
        nameOf={({ recipient }) => recipientName(recipient)}
        pictureOf={({ key, recipient }) => <Avatar name={recipientName(recipient)} seed={key} size="sm" />}
        total={rows.length}
        state={state}
        empty={
          isFiltered ? (
            <EmptyState
              title={t`No results`}
              actions={<Button variant="filled" onClick={() => change(allRecipients)}>{t`Show all`}</Button>}
            >
              <p>{t`No recipients match this status, name or number.`}</p>
            </EmptyState>
          ) : (
            <EmptyState title={t`No recipients yet`}>
              <p>{t`Recipients appear here while they are prepared.`}</p>
            </EmptyState>
          )
        }
        selection={selection}
        onNearEnd={more}
      />
      <RecipientsBulk rows={rows} selection={selection} />
    </section>
  );
}

/** A new broadcast to the recipients of the figure shown. */
function BroadcastToThese({ campaign, address }: Pick<RecipientsProps, 'campaign' | 'address'>) {
  const { t } = useLingui();
  const newBroadcast = useNewBroadcast();
  const states = earlierStatesOf(address.figure);
  const { reason, link, button, variant, search } = address;
  // A figure is an audience; parts of one are not.
  const isWhole = (reason ?? link ?? button ?? variant) === null && search.trim() === '';
  if (states === null || !isWhole || figuresOf(campaign)[address.figure] === 0) return null;
  const audience = { earlier: { campaign_id: campaign.id, states } };
  return (
    <Button size="sm" onClick={() => void newBroadcast(audience, { channel_id: campaign.channel_id })}>
      <IconSpeakerphone {...smallIcon} />
      {t`New broadcast to these`}
    </Button>
  );
}

/** Actions of the selection: selected contacts can be added to lists. */
function RecipientsBulk({ rows, selection }: { rows: readonly Row[]; selection: ReturnType<typeof useSelection> }) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const edits = useRefusal('contacts.edit') === null;
  const ids = rows.flatMap(({ key, recipient }) =>
    selection.has(key) && recipient.contact_id !== null ? [recipient.contact_id] : [],
  );
  const selections = Array.from({ length: Math.ceil(ids.length / maxIds) }, (_, index) => ({
    ids: ids.slice(index * maxIds, (index + 1) * maxIds),
  }));
  const close = (done: boolean) => {
    setAsking(false);
    if (!done) return;
    selection.clear();
    toast({ message: t`The lists are being updated. See Contacts for the progress.` });
  };
  return (
    <>
      <BulkBar selection={selection}>
        {ids.length < selection.count && <span className={styles.quiet}>{t`${ids.length} are contacts`}</span>}
        {edits && (
          <Button size="sm" blocked={ids.length === 0} onClick={() => setAsking(true)}>
            <IconList {...smallIcon} />
            {t`Add to list`}
          </Button>
        )}
      </BulkBar>
      {asking && (
        <Suspense>
          <ListsDialog chosen={{ count: ids.length, selections, rows: null }} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

function useRecipientColumns({ started_at: day, ab_test: test }: Campaign): Column<Row>[] {
  const { t, i18n } = useLingui();
  const isSmall = useBelow('xl');
  const time = (at: string | null) => <StepTime at={at} day={day} withSeconds={!isSmall} />;
  const columns: Column<Row>[] = [
    {
      id: 'name',
      title: t`Name`,
      width: 180,
      minWidth: 110,
      fixed: true,
      phone: 'title',
      cell: ({ recipient }) => <bdi>{recipientName(recipient)}</bdi>,
    },
    {
      id: 'number',
      title: t`Number`,
      width: 150,
      minWidth: 104,
      cell: ({ recipient }) => <NumberCell recipient={recipient} />,
    },
    {
      id: 'state',
      title: t`Status`,
      width: 150,
      minWidth: 96,
      phone: 'detail',
      cell: ({ recipient }) => <StateCell recipient={recipient} withVariant={isSmall} />,
    },
    {
      id: 'sent',
      title: t`Sent`,
      width: 112,
      minWidth: 82,
      align: 'end',
      cell: ({ recipient }) => time(recipient.sent_at),
    },
    {
      id: 'delivered',
      title: t`Delivered`,
      width: 112,
      minWidth: 82,
      align: 'end',
      cell: ({ recipient }) => time(recipient.delivered_at),
    },
    {
      id: 'read',
      title: t`Read`,
      width: 112,
      minWidth: 82,
      align: 'end',
      cell: ({ recipient }) => time(recipient.read_at),
    },
    ...(test === null || isSmall
      ? []
      : [
          {
            id: 'variant',
            title: t`Variant`,
            width: 96,
            minWidth: 72,
            cell: ({ recipient }: Row) => recipient.variant ?? '–',
          },
        ]),
    { id: 'values', title: t`Values`, width: 160, cell: ({ recipient }) => <ValuesCell recipient={recipient} /> },
    {
      id: 'attempt',
      title: t`Attempts`,
      width: 88,
      minWidth: 56,
      align: 'end',
      cell: ({ recipient: { attempt, state } }) =>
        state === 'SKIPPED' || state === 'QUEUED' ? '–' : i18n.number(attempt),
    },
    {
      id: 'outcome',
      title: t`Result`,
      width: 230,
      cell: ({ recipient }) => <OutcomeCell recipient={recipient} />,
    },
    {
      id: 'open',
      title: t`Open`,
      width: 96,
      minWidth: 64,
      align: 'end',
      phone: 'end',
      cell: ({ recipient }) => <OpenCell recipient={recipient} />,
    },
  ];
  // Beside them the other columns and their heads would be cut off.
  return isSmall ? columns.filter(({ id }) => id !== 'values' && id !== 'attempt') : columns;
}

/** A recipient whose number is masked and who is no contact has no key; the row index is used. */
function keyed(recipient: CampaignRecipient, index: number): Row {
  const key = recipient.contact_id ?? recipient.phone_number ?? recipient.message_id ?? `#${index}`;
  return { key, recipient };
}

function keyOf({ key }: Row): string {
  return key;
}
