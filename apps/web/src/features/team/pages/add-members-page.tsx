import { useLingui } from '@lingui/react/macro';
import { IconUsers } from '@tabler/icons-react';
import { icon } from '../../../ui/icon.ts';
import { IndieBar } from '../../../ui/indie-bar.tsx';
import { Page } from '../../../ui/page.tsx';
import { AddMembers } from '../components/add-members.tsx';
import { LiveScope } from '../components/live-scope.tsx';
import { RequirePermission } from '../components/permissions.tsx';
import styles from '../components/views.module.css';

/** `/team/add` */
export function AddMembersPage() {
  const { t } = useLingui();
  return (
    <LiveScope>
      <RequirePermission right="team.manage">
        <IndieBar icon={<IconUsers {...icon} />} title={t`Add team member`} backTo="/team" />
        <Page label={t`Add team member`}>
          <div className={styles.rows}>
            <AddMembers />
          </div>
        </Page>
      </RequirePermission>
    </LiveScope>
  );
}
