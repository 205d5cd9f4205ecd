import { useLingui } from '@lingui/react/macro';
import type { Channel, Thread, User, UserGroup } from '@parley/contract/types';
import {
  IconArrowBackUp,
  IconCheck,
  IconChevronDown,
  IconChevronLeft,
  IconLayoutSidebarRight,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { ContactSquare } from '../../../ui/contact-square.tsx';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PersonCircle } from '../../../ui/person-circle.tsx';
import { contactName } from '../../contacts/public.ts';
import { shortName } from '../author-label.ts';
import { channelNow } from '../use-now.ts';
import { ChoiceMenu } from './choice-menu.tsx';
import styles from './conversation-header.module.css';
import { CopyNumber } from './copy-number.tsx';
import { SandboxMark } from './sandbox-mark.tsx';

export type ConversationHeaderProps = {
  thread: Thread;
  channel: Channel | undefined;
  users: readonly User[];
  groups: readonly UserGroup[];
  uid: string;
  nowMs: number;
  panelOpen: boolean;
  onBack: () => void;
  onAssign: (to: Pick<Thread, 'assignee_id' | 'assignee_group_id'>) => void;
  onToggleDone: () => void;
  onTogglePanel: () => void;
};

/** Who it is, where, whose it is, whether it is done. */
export function ConversationHeader(props: ConversationHeaderProps) {
  const { t } = useLingui();
  const { thread, channel } = props;
  const done = thread.state === 'DONE';
  const { phone_number, username } = thread.contact;
  return (
    <header className={styles.bar}>
      <span className={styles.back}>
        <IconButton label={t`Back to the list`} onClick={props.onBack}>
          <IconChevronLeft {...icon} className={styles.turns} />
        </IconButton>
      </span>
      <ContactSquare
        size="md"
        name={contactName(thread.contact)}
        seed={thread.contact_id}
        windowExpiresAt={thread.window_expires_at}
        now={channelNow(props.nowMs, channel)}
      />
      <div className={styles.who}>
        <h2 className={styles.name}>
          <bdi>{contactName(thread.contact)}</bdi>
        </h2>
        <p className={styles.where}>
          {phone_number === null ? (
            <bdi>{username === null ? t`No number shown` : `@${username}`}</bdi>
          ) : (
            <CopyNumber digits={phone_number} />
          )}
          {channel && (
            <span className={styles.channel}>
              · {channel.sandbox && <SandboxMark />} <bdi>{channel.channel_label}</bdi>
            </span>
          )}
        </p>
      </div>
      <AssignPicker {...props} />
      <Button
        size="sm"
        onClick={props.onToggleDone}
        data-tip={done ? t`Reopen  E` : t`Mark as done  E`}
        aria-keyshortcuts="E"
      >
        {done ? <IconArrowBackUp {...smallIcon} /> : <IconCheck {...smallIcon} />}
        <span className={styles.act}>{done ? t`Reopen` : t`Done`}</span>
      </Button>
      <IconButton
        label={t`Contact`}
        command="inbox.contact"
        aria-pressed={props.panelOpen}
        onClick={props.onTogglePanel}
      >
        <IconLayoutSidebarRight {...icon} className={styles.turns} />
      </IconButton>
    </header>
  );
}

const nobody = 'nobody';

function AssignPicker({ thread, users, groups, uid, onAssign }: ConversationHeaderProps) {
  const { t } = useLingui();
  const { assignee_id: personId, assignee_group_id: groupId } = thread;
  const assignee = users.find((user) => user.id === personId);
  const group = groups.find(({ id }) => id === groupId);
  const active = users.filter(({ state }) => state === 'active');
  const people = [...active.filter(({ id }) => id === uid), ...active.filter(({ id }) => id !== uid)];
  const choices = [
    ...people.map(({ id, name, photo_url: photo }) => ({
      value: id,
      label: name,
      note: id === uid ? t`me` : undefined,
      picture: <PersonCircle name={name} photo={photo} />,
    })),
    ...groups.map(({ id, name }) => ({ value: id, label: name, note: t`group`, picture: <IconUsers {...icon} /> })),
    { value: nobody, label: t`Nobody`, picture: <PersonCircle name={null} /> },
  ];
  // Somebody assigned who is no longer in the team is neither nobody nor known.
  const unknown = personId !== null || groupId !== null ? '…' : t`Nobody`;
  const name = assignee ? shortName(assignee.name) : personId === null ? (group?.name ?? unknown) : unknown;
  const label = assignee && group ? t`Assigned to ${name}, ${group.name}` : t`Assigned to ${name}`;
  return (
    <ChoiceMenu
      label={label}
      choices={choices}
      chosen={personId ?? groupId ?? nobody}
      onChoose={(value) => {
        if (value === nobody) onAssign({ assignee_id: null, assignee_group_id: null });
        // Whoever of a group takes a conversation does not take it from the group.
        else if (active.some(({ id }) => id === value)) onAssign({ assignee_id: value, assignee_group_id: groupId });
        else onAssign({ assignee_id: null, assignee_group_id: value });
      }}
      className={`${buttonClass({ variant: 'plain', size: 'sm' })} ${styles.assign}`}
      align="end"
    >
      {personId === null && group ? <IconUsers {...smallIcon} /> : <IconUser {...smallIcon} />}
      <bdi className={styles.assignee}>{name}</bdi>
      <IconChevronDown {...smallIcon} />
    </ChoiceMenu>
  );
}
