import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { TeamMember } from '@parley/contract/types';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useStanding } from '../../sync/public.ts';
import { heldThreads, hindranceOf } from '../member-rules.ts';
import { Locked } from '../rights.tsx';
import { MemberDialog, type MemberQuestion } from './member-dialogs.tsx';
import { useHindranceWords, useMemberActs } from './use-member-acts.tsx';
import styles from './views.module.css';

/** Conversations, sessions, suspending and removing: what acts at once and is not part of the form. */
export function MemberOtherActs({ member, owners }: { member: TeamMember; owners: number }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { role } = useStanding();
  const [question, setQuestion] = useState<MemberQuestion | null>(null);
  const hindrance = hindranceOf(role, member, owners);
  const hindranceWords = useHindranceWords();
  const acts = useMemberActs({ role, owners, ask: setQuestion })(member)
    .flat()
    .filter(({ id }) => id !== 'edit');
  const open = heldThreads(member);
  return (
    <section className={styles.section}>
      <h2>{t`Conversations and access`}</h2>
      <p className={styles.quiet}>
        {t`${plural(open, { 0: 'No open conversation is assigned to them.', one: '# open conversation is assigned to them.', other: '# open conversations are assigned to them.' })}`}
      </p>
      <p className={styles.acts}>
        {acts
          .filter(({ blocked }) => !blocked)
          .map((act) => (
            <Button key={act.id} danger={act.danger} onClick={act.run}>
              {act.label}
            </Button>
          ))}
      </p>
      {hindrance === 'last-owner' && (
        <Locked>{t`The only Owner cannot be suspended or removed. Make somebody else Owner first.`}</Locked>
      )}
      {hindrance === 'owner' && <Locked>{t`Suspending and removing an Owner is ${hindranceWords('owner')}.`}</Locked>}
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
