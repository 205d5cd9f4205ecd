import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconUsers, IconUsersPlus } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { type Command, useCommands } from '../../../ui/commands/commands.ts';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { IndieBar } from '../../../ui/indie-bar.tsx';
import { Page } from '../../../ui/page.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useAccess, useRows } from '../../sync/public.ts';
import { GroupsView } from '../components/groups-view.tsx';
import { InvitationsView } from '../components/invitations-view.tsx';
import { LiveScope } from '../components/live-scope.tsx';
import { MembersView } from '../components/members-view.tsx';
import { RequestsView } from '../components/requests-view.tsx';
import { TransferOffer } from '../components/transfer-offer.tsx';
import { useInvitations, useJoinRequests, useTeam } from '../data/team-data.ts';
import styles from './team-page.module.css';

const views = ['members', 'invitations', 'requests', 'groups'] as const;
type View = (typeof views)[number];

const commands: Command[] = [
  { id: 'team.add', group: 'create', title: msg`Add members`, keys: 'n', icon: IconUsersPlus },
];

/** `/team` */
export function TeamPage() {
  return (
    <LiveScope>
      <Team />
    </LiveScope>
  );
}

function Team() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const manages = useAccess().role !== 'User';
  const members = useTeam().data;
  const invitations = useInvitations(manages).data;
  const requests = useJoinRequests(manages).data;
  const [client] = useRows('clients');
  const groups = useRows('user_groups');
  const { tab } = useSearch({ strict: false });
  const asked = views.find((view) => view === tab) ?? 'members';
  // A member who loses the permission goes back to the view that everyone has.
  const view: View = (asked === 'invitations' || asked === 'requests') && !manages ? 'members' : asked;
  const showsRequests =
    manages && (client?.join_by_domain === true || asked === 'requests' || (requests?.length ?? 0) > 0);
  const add = () => void navigate({ to: '/team/add' });
  useCommands(commands, manages ? { 'team.add': add } : {});
  return (
    <>
      <IndieBar icon={<IconUsers {...icon} />} title={t`Team Members`} backTo="/inbox">
        {manages && (
          <Link to="/team/add" className={buttonClass({ variant: 'filled' })}>
            <IconUsersPlus {...smallIcon} />
            {t`Add members`}
          </Link>
        )}
      </IndieBar>
      <Page label={t`Team Members`}>
        <TransferOffer />
        <div className={styles.tabs}>
          <Tabs<View>
            label={t`Team`}
            tabs={[
              { value: 'members', label: t`Members`, note: members?.length },
              ...(manages
                ? [{ value: 'invitations' as const, label: t`Pending invitations`, note: invitations?.length }]
                : []),
              ...(showsRequests
                ? [{ value: 'requests' as const, label: t`Requests to join`, note: requests?.length }]
                : []),
              { value: 'groups', label: t`Groups`, note: groups.length },
            ]}
            value={view}
            onChange={(next) =>
              void navigate({ to: '/team', search: next === 'members' ? {} : { tab: next }, replace: true })
            }
          >
            {view === 'members' && <MembersView />}
            {view === 'invitations' && <InvitationsView />}
            {view === 'requests' && <RequestsView />}
            {view === 'groups' && <GroupsView />}
          </Tabs>
        </div>
      </Page>
    </>
  );
}
