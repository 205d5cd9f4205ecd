import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { TeamMember } from '@parley/contract/types';
import { useRef, useState } from 'react';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import {
  changeMember,
  type Outcome,
  reassignThreads,
  removeMember,
  resetSecondFactor,
  runForEach,
  signOutMember,
} from '../data/member-actions.ts';
import { countThreads } from '../data/member-rules.ts';
import { assigneeOf, keepAssignee, unassigned } from '../data/reassign.ts';
import styles from './member-dialogs.module.css';
import { ReassignChoice } from './reassign-choice.tsx';

/** The open dialog about members. */
export type MemberDialogState = {
  kind: 'remove' | 'suspend' | 'sign-out' | 'reset-second-factor' | 'hand-over';
  members: readonly TeamMember[];
};

/** Confirms an action, runs it for each member, and shows the result. */
export function MemberDialog({ question, onClose }: { question: MemberDialogState; onClose: (done: boolean) => void }) {
  const { t } = useLingui();
  const serverText = useServerErrorMessage();
  const { kind, members } = question;
  const [assignee, setAssignee] = useState(kind === 'suspend' ? keepAssignee : unassigned);
  const done = useRef(false);
  const words = useDialogText(question);
  const open = members.reduce((sum, member) => sum + countThreads(member), 0);
  const asksAssignee = kind === 'hand-over' || (movesThreads(kind) && open > 0);

  const act = async () => {
    const outcome = await runForEach(members, (member) => runAction(kind, member, assignee));
    // A single failure is shown in the dialog, several in a toast.
    const only = outcome.failed[0];
    if (only && members.length === 1) throw only.error;
    toast({ message: sayOutcome(outcome) });
    done.current = true;
  };
  const sayOutcome = ({ done: count, failed }: Outcome) => {
    const first = failed[0];
    if (first === undefined) return words.done;
    const why = serverText(first.error);
    return t`${count} of ${members.length} done. ${first.name}: ${why}`;
  };
  return (
    <ConfirmDialog
      title={words.title}
      confirm={words.confirm}
      keep={words.keep}
      onConfirm={act}
      onClose={() => onClose(done.current)}
      problem={serverText}
    >
      <div className={styles.words}>
        <p>{words.text}</p>
        {asksAssignee && (
          <ReassignChoice
            label={t`${plural(open, { one: 'Give # open conversation to', other: 'Give # open conversations to' })}`}
            without={members.map(({ user_id: id }) => id)}
            mayKeep={kind === 'suspend'}
            value={assignee}
            onChange={setAssignee}
          />
        )}
        {kind === 'remove' && open === 0 && <p>{t`No open conversation is assigned to them.`}</p>}
      </div>
    </ConfirmDialog>
  );
}

function movesThreads(kind: MemberDialogState['kind']): boolean {
  return kind === 'remove' || kind === 'suspend';
}

async function runAction(
  kind: MemberDialogState['kind'],
  { user_id: id }: TeamMember,
  assignee: string,
): Promise<void> {
  switch (kind) {
    case 'remove':
      return removeMember(id, assigneeOf(assignee));
    case 'suspend':
      await changeMember(id, { suspended: true });
      if (assignee !== keepAssignee) await reassignThreads(id, assigneeOf(assignee));
      return;
    case 'sign-out':
      return void (await signOutMember(id));
    case 'reset-second-factor':
      return resetSecondFactor(id);
    case 'hand-over':
      return void (await reassignThreads(id, assigneeOf(assignee)));
  }
}

function useDialogText({ kind, members }: MemberDialogState) {
  const { t } = useLingui();
  const count = members.length;
  const name = members[0]?.name ?? '';
  const one = count === 1;
  switch (kind) {
    case 'remove':
      return {
        title: one ? t`Remove ${name} from the team?` : t`Remove ${count} members from the team?`,
        text: t`They lose access to this account right away. Their messages and notes stay. To come back they need a new invitation.`,
        confirm: one ? t`Remove ${name}` : t`Remove ${count}`,
        keep: t`Keep in the team`,
        done: one ? t`${name} is no longer in the team.` : t`${count} members removed from the team.`,
      };
    case 'suspend':
      return {
        title: one ? t`Suspend ${name}?` : t`Suspend ${count} members?`,
        text: t`They can’t open this account until someone reactivates them.`,
        confirm: one ? t`Suspend ${name}` : t`Suspend ${count}`,
        keep: t`Leave as it is`,
        done: one ? t`${name} is suspended.` : t`${count} members suspended.`,
      };
    case 'sign-out':
      return {
        title: one ? t`Sign ${name} out everywhere?` : t`Sign ${count} members out everywhere?`,
        text: t`Their sessions in this account end on every device. They can sign in again.`,
        confirm: t`Sign out`,
        keep: t`Leave signed in`,
        done: one ? t`${name} is signed out of this account.` : t`${count} members signed out of this account.`,
      };
    case 'reset-second-factor':
      return {
        title: t`Reset two-step verification of ${name}?`,
        text: t`Make sure that the request really comes from them. They are signed out everywhere and can sign in without a code until they set up two-step verification again.`,
        confirm: t`Reset`,
        keep: t`Cancel`,
        done: t`Two-step verification of ${name} is reset.`,
      };
    case 'hand-over':
      return {
        title: t`Reassign the conversations of ${name}?`,
        text: t`All of them are reassigned, including done ones.`,
        confirm: t`Reassign`,
        keep: t`Leave with ${name}`,
        done: t`Conversations of ${name} reassigned.`,
      };
  }
}
