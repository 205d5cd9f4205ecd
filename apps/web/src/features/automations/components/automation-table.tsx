import { useLingui } from '@lingui/react/macro';
import type { Automation, Flow } from '@parley/contract/types';
import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconDownload,
  IconEdit,
  IconGripVertical,
  IconPlayerPause,
  IconTrash,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { listText } from '../../../platform/formats.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Switch } from '../../../ui/checkbox.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useDateLabels } from '../../../ui/use-date-labels.ts';
import { useActorName } from '../../contacts/public.ts';
import { RowMenu } from '../../team/public.ts';
import { deleteAutomation, orderAutomations, setOn } from '../data/automations-data.ts';
import { exportFlow } from '../data/flow-file.ts';
import { useAccountNames } from '../data/use-account-names.ts';
import { useFlowWords } from '../data/use-flow-words.ts';
import styles from './automations.module.css';

type Props = {
  rows: readonly Automation[];
  all: readonly Automation[];
  manages: boolean;
  onDuplicate: (name: string, flow: Flow) => void;
};

export function AutomationTable({ rows, all, manages, onDuplicate }: Props) {
  const { t } = useLingui();
  const error = useServerErrorMessage();
  const account = useAccountNames();
  const [deleting, setDeleting] = useState<Automation | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  /** Moves one before or behind another. */
  const move = async (id: string, to: number) => {
    const ids = all.map((row) => row.id);
    const from = ids.indexOf(id);
    if (to < 0 || to >= ids.length || from === to) return;
    ids.splice(to, 0, ...ids.splice(from, 1));
    await orderAutomations(ids).catch((failure: unknown) => toast({ message: error(failure) }));
  };
  const onGripKey = (event: KeyboardEvent, id: string) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const at = all.findIndex((row) => row.id === id);
    void move(id, event.key === 'ArrowUp' ? at - 1 : at + 1);
  };
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            {manages && (
              <th data-roomy>
                <span className="visually-hidden">{t({ message: 'Order', context: 'sequence' })}</span>
              </th>
            )}
            <th>{t`On`}</th>
            <th>{t`Name and trigger`}</th>
            <th data-wide>{t`Channels`}</th>
            <th data-number>{t`Runs`}</th>
            <th data-number data-wide>{t`To a person`}</th>
            <th data-number data-roomy>
              {t`Errors`}
            </th>
            <th data-wide>{t`Last edited`}</th>
            <th>
              <span className="visually-hidden">{t`Actions`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.id}
              onDragOver={(event) => dragged !== null && event.preventDefault()}
              onDrop={() => dragged !== null && void move(dragged, all.indexOf(row))}
            >
              {manages && (
                <td data-roomy>
                  <IconButton
                    size="sm"
                    label={t`Move ${row.name} with the arrow keys`}
                    className={styles.grip}
                    draggable
                    onDragStart={() => setDragged(row.id)}
                    onDragEnd={() => setDragged(null)}
                    onKeyDown={(event) => onGripKey(event, row.id)}
                  >
                    <IconGripVertical {...icon} />
                  </IconButton>
                </td>
              )}
              <Row
                row={row}
                manages={manages}
                onExport={() => exportFlow(row, account)}
                onMove={(by) => void move(row.id, all.indexOf(row) + by)}
                onDelete={() => setDeleting(row)}
                onDuplicate={onDuplicate}
              />
            </tr>
          ))}
        </tbody>
      </table>
      {deleting && (
        <ConfirmDialog
          title={t`Delete “${deleting.name}”?`}
          confirm={t`Delete automation`}
          keep={t`Cancel`}
          problem={error}
          onConfirm={() => deleteAutomation(deleting.id)}
          onClose={() => setDeleting(null)}
        >
          <p>{t`Its versions and runs are deleted too. Sent messages stay in their conversations.`}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

type RowProps = Pick<Props, 'manages' | 'onDuplicate'> & {
  row: Automation;
  onExport: () => void;
  onMove: (by: -1 | 1) => void;
  onDelete: () => void;
};

function Row({ row, manages, onExport, onMove, onDelete, onDuplicate }: RowProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const words = useFlowWords();
  const error = useServerErrorMessage();
  const actor = useActorName();
  const dates = useDateLabels();
  const { id, name, state, flow, counts } = row;
  const isOn = state === 'ON';
  const channels = flow.conditions.flatMap((one) => (one.kind === 'channel' ? one.channel_ids : []));
  const share = counts.runs === 0 ? '–' : `${Math.round((counts.handed_over / counts.runs) * 100)}%`;
  const turn = async (on: boolean) => {
    if (on && row.published_version === null) {
      toast({ message: t`Publish this automation first.` });
      return navigate({ to: '/automations', search: { edit: id } });
    }
    await setOn(id, on).catch((failure: unknown) => toast({ message: error(failure) }));
  };
  return (
    <>
      <td>
        <Switch checked={isOn} disabled={!manages} onChange={(on) => void turn(on)}>
          <span className="visually-hidden">{name}</span>
        </Switch>
      </td>
      <td className={styles.name}>
        <span className={styles.nameLine}>
          <Link to="/automations" search={{ edit: id }}>
            {name}
          </Link>
          {state === 'PAUSED' && (
            <Badge tone="bad" icon={<IconPlayerPause size={13} />}>
              {t`Paused`}
            </Badge>
          )}
          {state === 'DRAFT' && <Badge>{t`Draft`}</Badge>}
          {row.waiting > 0 && <Badge tone="info">{t`${row.waiting} waiting`}</Badge>}
        </span>
        <small>{words.trigger(flow.trigger)}</small>
      </td>
      <td data-wide data-quiet>
        {channels.length === 0 ? t`All channels` : listText(channels.map(words.channelName))}
      </td>
      <td data-number>
        <Link to="/automations" search={{ edit: id, run: 'latest' }}>
          {counts.runs}
        </Link>
      </td>
      <td data-number data-wide data-quiet>
        {share}
      </td>
      <td data-number data-roomy data-bad={counts.failed > 0 || undefined}>
        {counts.failed}
      </td>
      <td data-wide data-quiet>{t`${actor(row.updated_by)}, ${dates.short(row.updated_at)}`}</td>
      <td data-number>
        <RowMenu
          label={name}
          groups={[
            [
              {
                ...{ id: 'open', label: manages ? t`Edit` : t`View`, icon: <IconEdit {...smallIcon} /> },
                run: () => void navigate({ to: '/automations', search: { edit: id } }),
              },
              ...(manages
                ? [
                    {
                      ...{ id: 'duplicate', label: t`Duplicate`, icon: <IconCopy {...smallIcon} /> },
                      run: () => onDuplicate(t`${name} (copy)`.slice(0, 80), flow),
                    },
                  ]
                : []),
              {
                ...{ id: 'export', label: t`Export`, icon: <IconDownload {...smallIcon} /> },
                run: onExport,
              },
            ],
            manages
              ? [
                  { ...{ id: 'up', label: t`Move up`, icon: <IconArrowUp {...smallIcon} /> }, run: () => onMove(-1) },
                  {
                    ...{ id: 'down', label: t`Move down`, icon: <IconArrowDown {...smallIcon} /> },
                    run: () => onMove(1),
                  },
                ]
              : [],
            manages
              ? [
                  {
                    ...{ id: 'delete', label: t`Delete`, icon: <IconTrash {...smallIcon} />, danger: true },
                    run: onDelete,
                  },
                ]
              : [],
          ]}
        />
      </td>
    </>
  );
}
