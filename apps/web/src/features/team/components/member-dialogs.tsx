import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { TeamMember } from '@parley/contract/types';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';
import { useServerWords } from '../../../ui/request-words.ts';
import { toast } from '../../../ui/toast.ts';
import { changeMember, forEach, handOver, type Outcome, removeMember, signOutMember } from '../acts.ts';
import { heldThreads } from '../member-rules.ts';
import { HeirChoice, heirOf, toKeep, toNobody } from './heir-choice.tsx';
import styles from './member-dialogs.module.css';

/** What can be asked about members before it is done. */
export type MemberQuestion = {
  kind: 'remove' | 'suspend' | 'sign-out' | 'hand-over';
  members: readonly TeamMember[];
};

/** Asks, does it to each, and says what became of it. */
export function MemberDialog({ question, onClose }: { question: MemberQuestion; onClose: (done: boolean) => void }) {
  const { t } = useLingui();
  const serverWords = useServerWords();
  const { kind, members } = question;
  const [heir, setHeir] = useState(kind === 'suspend' ? toKeep : toNobody);
  const done = useRef(false);
  const words = useQuestionWords(question);
  const open = members.reduce((sum, member) => sum + heldThreads(member), 0);
  const asksHeir = kind === 'hand-over' || (kind !== 'sign-out' && open > 0);

  const act = async () => {
    const outcome = await forEach(members, (member) => doTo(kind, member, heir));
    // One that failed is said in the dialog, several in a line after it.
    const only = outcome.failed[0];
    if (only && members.length === 1) throw only.error;
    toast({ message: sayOutcome(outcome) });
    done.current = true;
  };
  const sayOutcome = ({ done: count, failed }: Outcome) => {
    const first = failed[0];
    if (first === undefined) return words.done;
    const why = serverWords(first.error);
    return t`${count} of ${members.length} done. ${first.name}: ${why}`;
  };
  return (
    <ConfirmDialog
      title={words.title}
      confirm={words.confirm}
      keep={words.keep}
      onConfirm={act}
      onClose={() => onClose(done.current)}
      problem={serverWords}
    >
      <div className={styles.words}>
        <p>{words.text}</p>
        {asksHeir && (
          <HeirChoice
            label={t`${plural(open, { one: 'Give # open conversation to', other: 'Give # open conversations to' })}`}
            without={members.map(({ user_id: id }) => id)}
            mayKeep={kind === 'suspend'}
            value={heir}
            onChange={setHeir}
          />
        )}
        {kind === 'remove' && open === 0 && <p>{t`No open conversation is assigned to them.`}</p>}
      </div>
    </ConfirmDialog>
  );
}

async function doTo(kind: MemberQuestion['kind'], { user_id: id }: TeamMember, heir: string): Promise<void> {
  switch (kind) {
    case 'remove':
      return removeMember(id, heirOf(heir));
    case 'suspend':
      await changeMember(id, { suspended: true });
      if (heir !== toKeep) await handOver(id, heirOf(heir));
      return;
    case 'sign-out':
      return void (await signOutMember(id));
    case 'hand-over':
      return void (await handOver(id, heirOf(heir)));
  }
}

function useQuestionWords({ kind, members }: MemberQuestion) {
  const { t } = useLingui();
  const count = members.length;
  const name = members[0]?.name ?? '';
  const one = count === 1;
  switch (kind) {
    case 'remove':
      return {
        title: one ? t`Remove ${name} from the team?` : t`Remove ${count} people from the team?`,
        text: t`They cannot open this account any more, from this moment on. What they wrote keeps their name. To come back they need a new invitation.`,
        confirm: one ? t`Remove ${name}` : t`Remove ${count}`,
        keep: t`Keep in the team`,
        done: one ? t`${name} is no longer in the team.` : t`${count} people are no longer in the team.`,
      };
    case 'suspend':
      return {
        title: one ? t`Suspend ${name}?` : t`Suspend ${count} people?`,
        text: t`They cannot open this account until somebody lets them in again.`,
        confirm: one ? t`Suspend ${name}` : t`Suspend ${count}`,
        keep: t`Leave as it is`,
        done: one ? t`${name} is suspended.` : t`${count} people are suspended.`,
      };
    case 'sign-out':
      return {
        title: one ? t`Sign ${name} out everywhere?` : t`Sign ${count} people out everywhere?`,
        text: t`Their sessions in this account end on every device. They can sign in again.`,
        confirm: t`Sign out`,
        keep: t`Leave signed in`,
        done: one ? t`${name} is signed out of this account.` : t`${count} people are signed out of this account.`,
      };
    case 'hand-over':
      return {
        title: t`Hand over the conversations of ${name}?`,
        text: t`All of them change hands, those marked as done too.`,
        confirm: t`Hand over`,
        keep: t`Leave with ${name}`,
        done: t`The conversations of ${name} changed hands.`,
      };
  }
}
