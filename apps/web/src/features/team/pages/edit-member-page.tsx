import { useLingui } from '@lingui/react/macro';
import { IconUsers } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { icon } from '../../../ui/icon.ts';
import { IndieBar } from '../../../ui/indie-bar.tsx';
import { Page } from '../../../ui/page.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { LiveScope } from '../components/live-scope.tsx';
import { MemberForm } from '../components/member-form.tsx';
import styles from '../components/views.module.css';
import { countOwners } from '../data/member-rules.ts';
import { useTeam } from '../data/team-data.ts';

/** `/team/edit/{id}` */
export function EditMemberPage() {
  const { t } = useLingui();
  return (
    <>
      <IndieBar icon={<IconUsers {...icon} />} title={t`Edit team member`} backTo="/team" />
      <Page label={t`Edit team member`}>
        <LiveScope>
          <EditMember />
        </LiveScope>
      </Page>
    </>
  );
}

function EditMember() {
  const { t } = useLingui();
  const { id } = useParams({ strict: false });
  const { data: members, error, isPending, refetch } = useTeam();
  const member = members?.find(({ user_id: uid }) => uid === id);
  if (isPending) return <Skeleton shape="table" label={t`Reading`} count={6} />;
  if (members === undefined) {
    return (
      <div className={styles.sheet}>
        <ProblemState title={t`Couldn’t load the team`} error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (member === undefined) {
    return (
      <div className={styles.sheet}>
        <EmptyState
          title={t`This member is not in the team`}
          actions={<Link to="/team" className={buttonClass({ variant: 'filled' })}>{t`Back to the team`}</Link>}
        >
          <p>{t`They left or were removed, or the link is wrong. Their messages keep their name.`}</p>
        </EmptyState>
      </div>
    );
  }
  return (
    <div className={styles.rows}>
      <MemberForm key={member.user_id} member={member} owners={countOwners(members)} />
    </div>
  );
}
