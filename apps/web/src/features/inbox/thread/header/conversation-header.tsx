import { useLingui } from '@lingui/react/macro';
import { isAway } from '@parley/contract/away';
import type { Channel, Thread, User, UserGroup } from '@parley/contract/types';
import {
  IconArrowBackUp,
  IconCheck,
  IconChevronDown,
  IconChevronLeft,
  IconLayoutSidebarRight,
  IconPhone,
  IconSparkles,
  IconTag,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { type Ref, Suspense, useImperativeHandle, useRef } from 'react';
import { lazyComponent } from '../../../../platform/lazy-component.tsx';
import { channelNow } from '../../../../platform/use-now.ts';
import { Avatar } from '../../../../ui/avatar.tsx';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { icon, smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { contactName } from '../../../contacts/public.ts';
import { SandboxTag } from '../../../sandbox/public.ts';
import { shortName } from '../../bubble/author-label.ts';
import { useCallWish } from '../../bubble/call-wish.ts';
import { useCallBarred } from '../../bubble/use-assigned-to-other.ts';
import { useGroupWords } from '../../bubble/use-group-words.ts';
import type { BlockDialogProps } from '../../change/block-dialog.tsx';
import { ChoiceMenu } from '../../change/choice-menu.tsx';
import { useAssignment } from '../../change/use-assignment.tsx';
import { LabelMenu, whichHave } from '../../labels/label-menu.tsx';
import styles from './conversation-header.module.css';
import { CopyNumber } from './copy-number.tsx';
import type { MergeContactProps } from './merge-contact.tsx';
import { MoreMenu } from './more-menu.tsx';
import type { MuteDialogProps } from './mute-dialog.tsx';
import { ReplyDueMark } from './reply-due-mark.tsx';
import { SnoozeMenu } from './snooze-menu.tsx';
import { useIsBelowWidth } from './use-is-below-width.ts';
import { useRareActions } from './use-rare-actions.ts';

const BlockDialog = lazyComponent<BlockDialogProps>(() =>
  import('../../change/block-dialog.tsx').then((part) => part.BlockDialog),
);
const MergeContact = lazyComponent<MergeContactProps>(() =>
  import('./merge-contact.tsx').then((part) => part.MergeContact),
);
const MuteDialog = lazyComponent<MuteDialogProps>(() => import('./mute-dialog.tsx').then((part) => part.MuteDialog));

export type ConversationHeaderProps = {
  thread: Thread;
  channel: Channel | undefined;
  users: readonly User[];
  groups: readonly UserGroup[];
  nowMs: number;
  panelOpen: boolean;
  onBack: () => void;
  /** @param named who gets it; null for nobody */
  onSnooze: (until: Thread['snoozed_until']) => void;
  /** The conversation became part of another one. */
  onMoved: (threadId: string) => void;
  /** @param until null: notifications come again */
  onMute: (until: string | null) => void;
  onLabel: (labelId: string, on: boolean) => void;
  onToggleDone: () => void;
  onUnread: () => void;
  onFind: (what: 'search' | 'starred') => void;
  onTogglePanel: () => void;
  ref?: Ref<HeaderHandle>;
};

export type HeaderHandle = {
  openLabels: () => void;
  openSnooze: () => void;
  openSearch: () => void;
  openAssign: () => void;
  openBlock: () => void;
  openMerge: () => void;
  openMute: () => void;
};

/** Below it the name, number and channel need the room of labels and snooze, which are then behind "More". */
const foldedBelowPx = 600;
/** Below it there is no room for calling either. */
const narrowBelowPx = 430;

/** Contact, channel, assignment and state of the conversation. */
export function ConversationHeader(props: ConversationHeaderProps) {
  const { t } = useLingui();
  const { thread, channel } = props;
  const [labels, snooze] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)];
  const rare = useRareActions(thread, channel, props.onMute);
  useImperativeHandle(props.ref, () => ({
    openLabels: () => labels.current?.click(),
    openSnooze: () => snooze.current?.click(),
    openSearch: () => props.onFind('search'),
    openAssign: () => assign.current?.querySelector('button')?.click(),
    openBlock: () => rare.block?.(),
    openMerge: () => rare.merge?.(),
    openMute: rare.mute,
  }));
  const assign = useRef<HTMLSpanElement>(null);
  const mayCall = channel?.kind === 'WHATSAPP' && thread.blocked === undefined && thread.group === undefined;
  const call = mayCall ? () => useCallWish.set(thread.id) : undefined;
  const barred = useCallBarred(thread);
  const done = thread.state === 'DONE';
  const { phone_number, phone_masked, username } = thread.contact;
  const groupWords = useGroupWords();
  const bar = useRef<HTMLElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  const folded = useIsBelowWidth(bar, foldedBelowPx);
  const narrow = useIsBelowWidth(bar, narrowBelowPx);
  const isDue = thread.reply_due_at != null || thread.resolve_due_at != null;
  const callFolded = narrow || (folded && isDue);
  return (
    <header ref={bar} className={styles.bar} data-folded={folded || undefined}>
      <span className={styles.back}>
        <IconButton label={t`Back to the list`} onClick={props.onBack}>
          <IconChevronLeft {...icon} className={styles.turns} />
        </IconButton>
      </span>
      <Avatar
        size="md"
        name={contactName(thread.contact)}
        seed={thread.contact_id}
        windowExpiresAt={thread.window_expires_at}
        now={channelNow(props.nowMs, channel)}
      />
      <div className={styles.who}>
        <h2 className={styles.name}>
          <button type="button" className={styles.toPanel} onClick={props.onTogglePanel}>
            <bdi className="cut-off">{contactName(thread.contact)}</bdi>
          </button>
        </h2>
        <ReplyDueMark thread={thread} nowMs={channelNow(props.nowMs, channel)} />
        <p className={styles.where}>
          {thread.group !== undefined ? (
            <bdi className={styles.people}>{groupWords(thread)}</bdi>
          ) : phone_number === null ? (
            <bdi className="cut-off">{phone_masked ?? (username === null ? t`No phone number` : `@${username}`)}</bdi>
          ) : (
            <CopyNumber digits={phone_number} />
          )}
          {channel && (
            <span className={styles.channel}>
              · {channel.sandbox && <SandboxTag />} <bdi className="cut-off">{channel.channel_label}</bdi>
            </span>
          )}
        </p>
      </div>
      <span ref={assign}>
        <AssignPicker {...props} />
      </span>
      <Button
        size="sm"
        onClick={props.onToggleDone}
        data-tip={done ? t`Reopen  E` : t`Mark as done  E`}
        aria-keyshortcuts="E"
      >
        {done ? <IconArrowBackUp {...smallIcon} /> : <IconCheck {...smallIcon} />}
        <span className={styles.act}>{done ? t`Reopen` : t`Done`}</span>
      </Button>
      {call !== undefined && !callFolded && (
        <IconButton label={t({ message: 'Call', context: 'somebody' })} blocked={barred} onClick={call}>
          <IconPhone {...icon} />
        </IconButton>
      )}
      <span className={styles.wide}>
        <LabelMenu
          align="end"
          beside={folded ? more : undefined}
          has={(id) => whichHave([thread], id)}
          onLabel={props.onLabel}
          button={(button) => (
            <IconButton
              {...button}
              ref={(element) => {
                labels.current = element;
                button.ref(element);
              }}
              label={t`Labels`}
              command="inbox.label"
            >
              <IconTag {...icon} />
            </IconButton>
          )}
        />
        <SnoozeMenu
          button={snooze}
          beside={folded ? more : undefined}
          thread={thread}
          nowMs={props.nowMs}
          onSnooze={props.onSnooze}
        />
      </span>
      <MoreMenu
        button={more}
        thread={thread}
        folded={folded}
        onUnread={props.onUnread}
        onFind={props.onFind}
        onLabels={() => labels.current?.click()}
        onSnooze={() => snooze.current?.click()}
        onCall={callFolded ? call : undefined}
        callBarred={barred}
        onMute={rare.mute}
        onMerge={rare.merge}
        onBlock={rare.block}
        onHandBack={rare.handBack}
      />
      <span className={styles.contact}>
        <IconButton
          label={thread.group === undefined ? t`Contact` : t`Group`}
          command="inbox.contact"
          aria-pressed={props.panelOpen}
          onClick={props.onTogglePanel}
        >
          <IconLayoutSidebarRight {...icon} className={styles.turns} />
        </IconButton>
      </span>
      {rare.asking === 'mute' && (
        <Suspense>
          <MuteDialog onMute={props.onMute} onClose={rare.close} />
        </Suspense>
      )}
      {rare.asking === 'merge' && (
        <Suspense>
          <MergeContact thread={thread} onMoved={props.onMoved} onClose={rare.close} />
        </Suspense>
      )}
      {rare.asking === 'block' && (
        <Suspense>
          <BlockDialog thread={thread} onClose={rare.close} />
        </Suspense>
      )}
    </header>
  );
}

function AssignPicker({ thread, users, groups, nowMs }: ConversationHeaderProps) {
  const { t } = useLingui();
  const { choices, chosen, assistantName, choose, load } = useAssignment(thread);
  const { assignee_id: assigneeId, assignee_group_id: groupId } = thread;
  const assignee = users.find((user) => user.id === assigneeId);
  const group = groups.find(({ id }) => id === groupId);
  // An assigned user who is no longer a member is neither unassigned nor known.
  const unknown = assigneeId !== null || groupId !== null ? '…' : (assistantName ?? t`Unassigned`);
  const name = assignee ? shortName(assignee.name) : assigneeId === null ? (group?.name ?? unknown) : unknown;
  const assigned = assignee && group ? t`Assigned to ${name}, ${group.name}` : t`Assigned to ${name}`;
  const nobody = assigneeId === null && groupId === null && assistantName === null;
  const label = nobody ? t`Unassigned` : assigned;
  const AssigneeIcon = assistantName !== null ? IconSparkles : assigneeId === null && group ? IconUsers : IconUser;
  return (
    <ChoiceMenu
      label={label}
      choices={choices}
      chosen={chosen}
      onOpen={load}
      onChoose={choose}
      className={`${buttonClass({ variant: 'plain', size: 'sm' })} ${styles.assign}`}
      align="end"
    >
      <AssigneeIcon {...smallIcon} />
      <bdi className={styles.assignee}>{assignee && isAway(assignee, nowMs) ? t`${name} (away)` : name}</bdi>
      <IconChevronDown {...smallIcon} />
    </ChoiceMenu>
  );
}
