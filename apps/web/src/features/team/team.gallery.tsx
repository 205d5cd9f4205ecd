import { useLingui } from '@lingui/react/macro';
import type { InvitationPreview, Role } from '@parley/contract/types';
import { useState } from 'react';
import { QueryScope } from '../../platform/query.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import type { GallerySection } from '../../ui/gallery-section.ts';
import { AccountRow } from './components/account-row.tsx';
import { AddressChecks } from './components/address-checks.tsx';
import { EnterCode } from './components/enter-code.tsx';
import { InvalidInvitation } from './components/invalid-invitation.tsx';
import { EmailState } from './components/invitations-view.tsx';
import { MemberName, MemberRole, MemberState, OnlineAvatar } from './components/member-cells.tsx';
import { LockedNote } from './components/permissions.tsx';
import { RoleChoice } from './components/role-choice.tsx';
import { WorkingHours } from './components/working-hours.tsx';
import { parseAddresses } from './data/address-list.ts';
import { sampleMember } from './data/sample-team.ts';

const nothing = () => undefined;

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  return [
    { id: 'team-members', title: t`Team members`, states: <Members /> },
    { id: 'team-role', title: t`Choosing a role`, states: <Roles /> },
    { id: 'team-hours', title: t`Working hours`, states: <Hours /> },
    { id: 'team-addresses', title: t`Pasted addresses`, states: <Addresses /> },
    { id: 'team-links', title: t`Links and letters`, states: <Links /> },
    { id: 'team-rights', title: t`Permissions by role`, states: <Rights /> },
    { id: 'team-dead', title: t`Invitations that are over`, states: <Dead /> },
    { id: 'team-accounts', title: t`Accounts to choose from`, states: <Accounts /> },
  ];
}

function Members() {
  const members = [
    sampleMember({ self: true, role: 'Owner', name: 'Dana Whitfield' }),
    sampleMember({ online: false, away: true }),
    sampleMember({ online: false, state: 'suspended', name: 'Bartholomew Featherstonehaugh-Cholmondeley' }),
    sampleMember({ name: 'ليلى حداد', role: 'Admin' }),
  ];
  return members.map((member) => (
    <span key={member.name} style={{ display: 'flex', gap: 10, alignItems: 'center' }}>
      <OnlineAvatar member={member} />
      <MemberName member={member} />
      <span>
        <MemberRole member={member} />
      </span>
      <MemberState member={member} />
    </span>
  ));
}

function Roles() {
  const { t } = useLingui();
  const [role, setRole] = useState<Role>('User');
  return (
    <>
      <RoleChoice value={role} roles={['User', 'Admin', 'Owner']} onChange={setRole} />
      <RoleChoice
        value="Owner"
        roles={['User', 'Owner']}
        onChange={nothing}
        error={t`Only an Owner may invite an Owner.`}
      />
    </>
  );
}

function Hours() {
  const [hours, setHours] = useState([
    { day: 1, from: '09:00', to: '12:30' },
    { day: 1, from: '13:30', to: '18:00' },
    { day: 3, from: '22:00', to: '06:00' },
  ]);
  return <WorkingHours value={hours} onChange={setHours} timeZone="Europe/London" />;
}

function Addresses() {
  const known = { members: new Set(['dana@x.example']), invited: new Set(['omar@x.example']) };
  const text = 'Mei <mei@x.example>, dana@x.example; omar@x.example mei@x.example no.address';
  return <AddressChecks addresses={parseAddresses(text, known)} />;
}

function Links() {
  const { t } = useLingui();
  return (
    <>
      <CopyText label={t`Invitation link`} text="https://parley.example/invitations?token=J4v0y_-Q9mJ4v0y_-Q9m" />
      {(['not_sent', 'waiting', 'sent', 'failed', 'outbox'] as const).map((letter) => (
        <span key={letter}>
          <EmailState letter={letter} />
        </span>
      ))}
      <EnterCode onCode={nothing} />
    </>
  );
}

function Rights() {
  const { t } = useLingui();
  return <LockedNote>{t`Only Admins and Owners can manage API keys. Ask Dana Whitfield.`}</LockedNote>;
}

function Dead() {
  const base: InvitationPreview = {
    id: '01890000-0000-7000-8000-0000000000b1',
    state: 'expired',
    account: { client_id: '01890000-0000-7000-8000-000000000001', name: 'Kestrel Cycles', logo_url: null },
    greeting: '',
    invited_by: 'Dana Whitfield',
    email: 'mei@kestrel.example',
    role: 'User',
    role_changed: false,
    note: '',
    expires_at: '2026-11-19T09:30:00.000Z',
    by_mail: false,
  };
  return (['expired', 'revoked', 'declined', 'accepted', 'closed'] as const).map((state) => (
    <div key={state}>
      <InvalidInvitation invitation={{ ...base, state }} token="x" />
    </div>
  ));
}

function Accounts() {
  const account = {
    client_id: '01890000-0000-7000-8000-000000000001',
    name: 'Kestrel Cycles',
    logo_url: null,
    role: 'Owner' as const,
    state: 'active' as const,
    last_used_at: '2026-11-20T09:30:00.000Z',
    owner_name: 'Dana Whitfield',
    sole_owner: true,
    unread_threads: 3,
    is_default: true,
    requires_two_step_verification: false,
    needs_provider: null,
  };
  const shared = { busy: false, onOpen: nothing, onDefault: nothing, onLeave: nothing };
  return (
    <QueryScope>
      <AccountRow {...shared} account={account} digit={1} current />
      <AccountRow
        {...shared}
        account={{ ...account, name: 'Heron Bike Hire', role: 'User', is_default: false, state: 'suspended' }}
        digit={2}
        current={false}
      />
    </QueryScope>
  );
}
