import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { TeamMember } from '@parley/contract/types';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useAccess } from '../../sync/public.ts';
import { blockReasonOf, countThreads } from '../data/member-rules.ts';
import { MemberDialog, type MemberDialogState } from './member-dialogs.tsx';
import { LockedNote } from './permissions.tsx';
import { useMemberActions } from './use-member-actions.tsx';
import styles from './views.module.css';

/** Actions outside of the form: reassign conversations, sign out, suspend, remove. */
export function MemberOtherActions({ member, owners }: { member: TeamMember; owners: number }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { role } = useAccess();
  const [question, setQuestion] = useState<MemberDialogState | null>(null);
  const blockReason = blockReasonOf(role, member, owners);
  const actions = useMemberActions({ role, owners, ask: setQuestion })(member)
    .flat()
    .filter(({ id }) => id !== 'edit');
  const open = countThreads(member);
  return (
    <section className={styles.section}>
      <h2>{t`Conversations and access`}</h2>
      <p className={styles.quiet}>
        {t`${plural(open, { 0: 'No open conversation is assigned to them.', one: '# open conversation is assigned to them.', other: '# open conversations are assigned to them.' })}`}
      </p>
      <p className={styles.actions}>
        {actions
          .filter(({ blocked }) => !blocked)
          .map((act) => (
            <Button key={act.id} danger={act.danger} onClick={act.run}>
              {act.label}
            </Button>
          ))}
      </p>
      {blockReason === 'last-owner' && (
        <LockedNote>{t`The only Owner can’t be suspended or removed. Make someone else Owner first.`}</LockedNote>
      )}
      {blockReason === 'owner' && <LockedNote>{t`Only an Owner can suspend or remove an Owner.`}</LockedNote>}
      {question && (
        <MemberDialog
          question={question}
          onClose={(done) => {
            setQuestion(null);
            if (done && question.kind === 'remove') void navigate({ to: '/team' });
          }}
        />
      )}
    </section>
  );
}
