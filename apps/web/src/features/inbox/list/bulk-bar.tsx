import { useLingui } from '@lingui/react/macro';
import { hasPermission } from '@parley/contract/permissions';
import type { Thread } from '@parley/contract/types';
import { IconX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { QueryScope } from '../../../platform/query.tsx';
import { useNow } from '../../../platform/use-now.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { icon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/layer/menu.tsx';
import { toast } from '../../../ui/toast.ts';
import { ListsDialog, useBroadcastTo } from '../../contacts/public.ts';
import { useStages } from '../../stages/public.ts';
import { useAccess, useAccount } from '../../sync/public.ts';
import { markRead } from '../bubble/actions/thread-actions.ts';
import { changeThreads, type OneChange, wayBack } from '../change/bulk-changes.ts';
import type { ThreadChange } from '../change/change-thread.ts';
import { ChoiceMenu } from '../change/choice-menu.tsx';
import { useAssignChoices } from '../change/use-assignment.tsx';
import { changeOfMove } from '../change/use-move-thread.ts';
import { useOfferNote } from '../change/use-offer-note.ts';
import { useSnoozeChoices } from '../composer/use-snooze-choices.ts';
import { LabelMenu, whichHave } from '../labels/label-menu.tsx';
import type { MentionTarget } from '../notes/mention-text.ts';
import type { SnoozeDialogProps } from '../thread/header/snooze-dialog.tsx';
import styles from './bulk-bar.module.css';

export type BulkBarProps = {
  /** The chosen conversations. */
  chosen: readonly Thread[];
  shownCount: number;
  onSelectAll: () => void;
  onClose: () => void;
};

const nobody = 'nobody';
/** What a broadcast takes by their ids. */
const mostContacts = 1_000;

const SnoozeDialog = lazyComponent<SnoozeDialogProps>(() =>
  import('../thread/header/snooze-dialog.tsx').then((part) => part.SnoozeDialog),
);

/** What can be done with the chosen conversations; each act can be undone. */
export function BulkBar({ chosen, shownCount, onSelectAll, onClose }: BulkBarProps) {
  const { t } = useLingui();
  const act = useBulkOperation(chosen, onClose);
  const { choices: assignees, load } = useAssignChoices(chosen);
  const stages = useStages();
  const assign = (value: string) => {
    const to = assignees.find((choice) => choice.value === value);
    if (to !== undefined) act(to.change, 'assigned', to.named ?? undefined);
  };
  const allDone = chosen.length > 0 && chosen.every(({ state }) => state === 'DONE');
  const none = chosen.length === 0;
  return (
    <section className={styles.bar} aria-label={t`Selected conversations`}>
      <p className={styles.words}>
        <span role="status">{t`${chosen.length} selected`}</span>
        {chosen.length < shownCount && (
          <Button variant="plain" size="sm" onClick={onSelectAll}>{t`Select all ${shownCount}`}</Button>
        )}
        <span className={styles.space} />
        <IconButton label={t`Clear selection`} size="sm" onClick={onClose}>
          <IconX {...icon} />
        </IconButton>
      </p>
      {!none && (
        <div className={styles.actions}>
          <ChoiceMenu
            label={t`Assign`}
            className={buttonClass({ size: 'sm' })}
            chosen={null}
            onOpen={load}
            choices={assignees}
            onChoose={assign}
          >
            {t`Assign`}
          </ChoiceMenu>
          <Button size="sm" onClick={() => act({ state: allDone ? 'ACTIVE' : 'DONE' }, allDone ? 'reopened' : 'done')}>
            {allDone ? t`Reopen` : t`Done`}
          </Button>
          <SnoozeMany onSnooze={(until) => act({ snoozed_until: until }, 'snoozed')} />
          <LabelMenu
            has={(id) => whichHave(chosen, id)}
            onLabel={(id, on) => act(on ? { add_label_ids: [id] } : { remove_label_ids: [id] }, 'labels')}
            button={(button) => <Button {...button} size="sm">{t`Label`}</Button>}
          />
          {stages.length > 0 && (
            <ChoiceMenu
              label={t`Stage`}
              className={buttonClass({ size: 'sm' })}
              chosen={null}
              choices={[
                ...stages.map(({ id, name }) => ({ value: id, label: name })),
                { value: nobody, label: t`No stage` },
              ]}
              onChoose={(value) => act(changeOfMove(stages.find(({ id }) => id === value) ?? null), 'moved')}
            >
              {t`Stage`}
            </ChoiceMenu>
          )}
          <MarkRead chosen={chosen} onDone={onClose} />
          {chosen.some(({ unread_count: count }) => count === 0) && (
            <Button size="sm" onClick={() => act({ unread: true }, 'unread')}>{t`Mark as unread`}</Button>
          )}
          <AddToList chosen={chosen} onDone={onClose} />
          <WriteToAll chosen={chosen} />
        </div>
      )}
    </section>
  );
}

function SnoozeMany({ onSnooze }: { onSnooze: (until: string) => void }) {
  const { t } = useLingui();
  const nowMs = useNow();
  const times = useSnoozeChoices(nowMs);
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <Menu
        label={t`Snooze`}
        align="start"
        groups={[
          times.map(({ until: id, ...time }) => ({ id, ...time, run: () => onSnooze(id) })),
          [
            { id: 'reply', label: t`Until they reply`, run: () => onSnooze('reply') },
            { id: 'other', label: t`Choose a time…`, run: () => setChoosing(true) },
          ],
        ]}
        button={(props) => <Button {...props} size="sm">{t`Snooze`}</Button>}
      />
      <Suspense>
        {choosing && <SnoozeDialog nowMs={nowMs} onSnooze={onSnooze} onClose={() => setChoosing(false)} />}
      </Suspense>
    </>
  );
}

/** A group is no contact. */
function contactsOf(chosen: readonly Thread[]): string[] {
  return [...new Set(chosen.flatMap(({ contact_id: id, group }) => (group === undefined ? [id] : [])))];
}

/** One text to many is a broadcast: it goes to their contacts. */
function WriteToAll({ chosen }: { chosen: readonly Thread[] }) {
  const { t } = useLingui();
  const broadcastTo = useBroadcastTo();
  const navigate = useNavigate();
  const contact_ids = contactsOf(chosen);
  if (!hasPermission(useAccess(), 'broadcasts.use') || contact_ids.length === 0) return null;
  const write = async () => {
    const selectedThreads = chosen.map(({ id }) => id);
    // Back leads to the list with what was chosen.
    await navigate({ to: '.', search: true, state: (before) => ({ ...before, selectedThreads }), replace: true });
    await broadcastTo({ contact_ids });
  };
  const open = () => {
    if (contact_ids.length <= mostContacts) return void write();
    toast({
      message: t`A broadcast takes up to 1,000 contacts selected one by one. Add them to a list and send to the list.`,
    });
  };
  return <Button size="sm" onClick={open}>{t`Send broadcast`}</Button>;
}

/** The contacts of the chosen conversations, into lists or out of them; that page has its own way back. */
function AddToList({ chosen, onDone }: { chosen: readonly Thread[]; onDone: () => void }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const ids = contactsOf(chosen);
  if (ids.length === 0) return null;
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>{t`Lists`}</Button>
      {open && (
        <QueryScope>
          <Suspense>
            <ListsDialog
              chosen={{ count: ids.length, selections: [{ ids }], rows: null }}
              onClose={(done) => {
                setOpen(false);
                if (done) onDone();
              }}
            />
          </Suspense>
        </QueryScope>
      )}
    </>
  );
}

function MarkRead({ chosen, onDone }: { chosen: readonly Thread[]; onDone: () => void }) {
  const { t } = useLingui();
  const account = useAccount();
  const unread = chosen.filter(({ unread_count: count }) => count > 0);
  if (unread.length === 0) return null;
  const read = () => {
    onDone();
    void Promise.all(unread.map(({ id }) => markRead(account, id)));
  };
  return <Button size="sm" onClick={read}>{t`Mark as read`}</Button>;
}

type Act = 'assigned' | 'done' | 'labels' | 'moved' | 'reopened' | 'restored' | 'snoozed' | 'unread';

function useBulkText(): (act: Act, count: number) => string {
  const { t } = useLingui();
  return (act, count) => {
    const one = count === 1;
    if (act === 'assigned') return one ? t`1 conversation assigned` : t`${count} conversations assigned`;
    if (act === 'done') return one ? t`1 conversation done` : t`${count} conversations done`;
    if (act === 'labels')
      return one ? t`Labels of 1 conversation changed` : t`Labels of ${count} conversations changed`;
    if (act === 'moved') return one ? t`1 conversation moved` : t`${count} conversations moved`;
    if (act === 'reopened') return one ? t`1 conversation reopened` : t`${count} conversations reopened`;
    if (act === 'snoozed') return one ? t`1 conversation snoozed` : t`${count} conversations snoozed`;
    if (act === 'unread') return one ? t`1 conversation marked as unread` : t`${count} conversations marked as unread`;
    return one ? t`1 conversation restored` : t`${count} conversations restored`;
  };
}

/** Changes the chosen conversations, says how many, and offers the way back. */
function useBulkOperation(chosen: readonly Thread[], onDone: () => void) {
  const { t } = useLingui();
  const account = useAccount();
  const words = useBulkText();
  const offerNote = useOfferNote();
  const run = async (changes: readonly OneChange[], act: Act, undo: readonly OneChange[], to?: MentionTarget) => {
    const failed = new Set(await changeThreads(account, changes));
    const back = undo.filter(({ id, change }) => !failed.has(id) && Object.keys(change).length > 0);
    const done = words(act, changes.length - failed.size);
    toast({
      message: failed.size === 0 ? done : t`${done}. ${failed.size} couldn’t be updated.`,
      ...(back.length > 0 && { action: { label: t`Undo`, run: () => void run(back, 'restored', []) } }),
      also: to && offerNote({ to, threadIds: chosen.map(({ id }) => id).filter((id) => !failed.has(id)) }),
    });
  };
  return (change: ThreadChange, act: Act, to?: MentionTarget) => {
    const nowMs = Date.now();
    const undo = chosen.map((thread) => ({ id: thread.id, change: wayBack(thread, change, nowMs) }));
    const changes = chosen.map(({ id }) => ({ id, change }));
    // Several labels are put on one after the other.
    if (act !== 'labels') onDone();
    void run(changes, act, undo, to);
  };
}
