import { useLingui } from '@lingui/react/macro';
import type { TeamMember } from '@parley/contract/types';
import { IconUsersPlus } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import { accountStorage } from '../../../platform/account-storage.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import type { MenuAction } from '../../../ui/layer/menu.tsx';
import { roleName } from '../../../ui/role-name.ts';
import { SearchBox } from '../../../ui/search-box.tsx';
import { actionsColumn } from '../../../ui/table/actions-column.ts';
import type { Column, Sort } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { ColumnChoice, FilterBar } from '../../../ui/table/table-bars.tsx';
import { useSelection } from '../../../ui/table/use-selection.ts';
import { useTableLayout } from '../../../ui/table/use-table-layout.ts';
import { SandboxCount } from '../../sandbox/public.ts';
import { useAccess, useRows } from '../../sync/public.ts';
import { countOwners, filterMembers, type MemberFilter, noMemberFilter, sortMembers } from '../data/member-rules.ts';
import { useTeam } from '../data/team-data.ts';
import { FilterMenu } from './filter-menu.tsx';
import {
  ChannelNames,
  FirstReply,
  GroupNames,
  LastSeen,
  LimitNames,
  MemberName,
  MemberRole,
  MemberState,
  OnlineAvatar,
} from './member-cells.tsx';
import { MemberDialog, type MemberDialogState } from './member-dialogs.tsx';
import { MembersBulk } from './members-bulk.tsx';
import { PermissionNote } from './permissions.tsx';
import { RowMenu } from './row-menu.tsx';
import { TeamExport } from './team-export.tsx';
import { useMemberActions } from './use-member-actions.tsx';
import styles from './views.module.css';

const noMembers: readonly TeamMember[] = [];

/** The members of the account, with their actions. */
export function MembersView() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const access = useAccess();
  const { data: members = noMembers, error, isPending, refetch } = useTeam();
  const [filter, setFilter] = useState<MemberFilter>(noMemberFilter);
  const [sort, setSort] = useState<Sort>({ column: 'name', descending: false });
  const [question, setQuestion] = useState<MemberDialogState | null>(null);
  const deferred = useDeferredValue(filter);
  const rows = useMemo(() => sortMembers(filterMembers(members, deferred), sort), [members, deferred, sort]);
  const ids = useMemo(() => rows.map(idOf), [rows]);
  const selection = useSelection(ids, ids.length);
  const manages = access.role !== 'User';
  const actionsOf = useMemberActions({ role: access.role, owners: countOwners(members), ask: setQuestion });
  const columns = useMemberColumns(manages, actionsOf);
  const table = useTableLayout(manages ? 'team' : 'team-read', columns, accountStorage());
  const chosen = rows.filter(({ user_id: id }) => selection.has(id));
  return (
    <div className={styles.view}>
      {!manages && (
        <div className={styles.note}>
          <PermissionNote right="team.manage" />
        </div>
      )}
      <MemberFilters filter={filter} onChange={setFilter} matching={rows.length}>
        <TeamExport />
        <ColumnChoice table={table} />
      </MemberFilters>
      <DataTable
        label={t`Team members`}
        table={table}
        rows={rows}
        idOf={idOf}
        nameOf={({ name }) => name}
        pictureOf={(member) => <OnlineAvatar member={member} />}
        total={rows.length}
        state={
          error ? { kind: 'problem', error, onRetry: () => void refetch() } : { kind: isPending ? 'loading' : 'ready' }
        }
        empty={<NoMember onClear={() => setFilter(noMemberFilter)} />}
        sort={sort}
        onSort={setSort}
        {...(manages && { selection })}
        onOpen={({ user_id: id }) => void navigate({ to: '/team/edit/$id', params: { id } })}
      />
      {members.length === 1 && manages && <OnlyYou />}
      {members.length > 1 && manages && <p className={styles.foot}>{t`Seats are unlimited.`}</p>}
      {manages && (
        <MembersBulk selection={selection} members={chosen} owners={countOwners(members)} ask={setQuestion} />
      )}
      {question && (
        <MemberDialog
          question={question}
          onClose={(done) => {
            setQuestion(null);
            if (done) selection.clear();
          }}
        />
      )}
    </div>
  );
}

function MemberFilters(props: {
  filter: MemberFilter;
  onChange: (filter: MemberFilter) => void;
  matching: number;
  children: React.ReactNode;
}) {
  const { t, i18n } = useLingui();
  const { filter, onChange } = props;
  const groups = useRows('user_groups');
  return (
    <FilterBar matching={props.matching} end={props.children}>
      <SearchBox
        label={t`Search by name or address`}
        value={filter.search}
        onChange={(search) => onChange({ ...filter, search })}
      />
      <FilterMenu
        label={t`Role`}
        choices={(['Owner', 'Admin', 'User'] as const).map((value) => ({ value, label: i18n._(roleName[value]) }))}
        value={filter.role}
        onChange={(role) => onChange({ ...filter, role })}
      />
      <FilterMenu
        label={t`Status`}
        choices={[
          { value: 'active', label: t`Active` },
          { value: 'suspended', label: t`Suspended` },
        ]}
        value={filter.state}
        onChange={(state) => onChange({ ...filter, state })}
      />
      {groups.length > 0 && (
        <FilterMenu
          label={t`Group`}
          choices={groups.map(({ id, name }) => ({ value: id, label: name }))}
          value={filter.groupId}
          onChange={(groupId) => onChange({ ...filter, groupId })}
        />
      )}
    </FilterBar>
  );
}

function useMemberColumns(manages: boolean, actionsOf: (member: TeamMember) => MenuAction[][]): Column<TeamMember>[] {
  const { t, i18n } = useLingui();
  const more: Column<TeamMember>[] = [
    {
      id: 'channels',
      title: t`Channels`,
      width: 80,
      cell: ({ restrictions }) => <ChannelNames ids={restrictions?.channel_ids ?? null} />,
    },
    { id: 'limits', title: t`Limits`, width: 180, hidden: true, cell: (member) => <LimitNames member={member} /> },
    {
      id: 'open',
      title: t({ message: 'Open', context: 'state' }),
      width: 64,
      align: 'end',
      sortable: true,
      cell: ({ open_threads: count, sandbox_threads }) =>
        count === null ? (
          '–'
        ) : (
          <>
            {i18n.number(count)}
            <SandboxCount count={sandbox_threads} />
          </>
        ),
    },
    {
      id: 'reply',
      title: t`First reply (7 d)`,
      width: 128,
      align: 'end',
      sortable: true,
      cell: (member) => <FirstReply member={member} />,
    },
    {
      id: 'seen',
      title: t`Last active`,
      width: 104,
      align: 'end',
      sortable: true,
      cell: (member) => <LastSeen member={member} />,
    },
    actionsColumn(t`Actions`, (member) => <RowMenu label={member.name} groups={actionsOf(member)} />),
  ];
  return [
    {
      id: 'name',
      title: t`Member`,
      width: 190,
      fixed: true,
      sortable: true,
      phone: 'title',
      cell: (member) => <MemberName member={member} />,
    },
    {
      id: 'role',
      title: t`Role`,
      width: 72,
      sortable: true,
      phone: 'detail',
      cell: (member) => <MemberRole member={member} />,
    },
    { id: 'state', title: t`Status`, width: 118, cell: (member) => <MemberState member={member} /> },
    { id: 'groups', title: t`Groups`, width: 112, cell: ({ group_ids: ids }) => <GroupNames ids={ids} /> },
    ...(manages ? more : []),
  ];
}

function NoMember({ onClear }: { onClear: () => void }) {
  const { t } = useLingui();
  return (
    <EmptyState
      title={t`No results`}
      actions={
        <button type="button" className={buttonClass({ variant: 'filled' })} onClick={onClear}>
          {t`Clear filters`}
        </button>
      }
    >
      <p>{t`No members match this name, role, status and group.`}</p>
    </EmptyState>
  );
}

function OnlyYou() {
  const { t } = useLingui();
  return (
    <EmptyState
      title={t`You’re the only member so far`}
      actions={
        <Link to="/team/add" className={buttonClass({ variant: 'filled' })}>
          <IconUsersPlus {...smallIcon} />
          {t`Add members`}
        </Link>
      }
    >
      <p>{t`Invite the teammates who reply to customers. There is no limit on seats.`}</p>
    </EmptyState>
  );
}

function idOf({ user_id: id }: TeamMember): string {
  return id;
}
