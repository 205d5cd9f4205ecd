import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { TeamMember } from '@parley/contract/types';
import { useState } from 'react';
import { ApiError } from '../../../platform/errors.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/checkbox.tsx';
import { type Command, useCommands } from '../../../ui/commands/commands.ts';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { TextField } from '../../../ui/field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';
import { roleName } from '../../../ui/role-name.ts';
import { toast } from '../../../ui/toast.ts';
import { useForm } from '../../../ui/use-form.ts';
import { useAccess, useAccount } from '../../sync/public.ts';
import { changeMember } from '../data/member-actions.ts';
import { changesOf, draftOf, type MemberDraft } from '../data/member-draft.ts';
import { assignableRoles, blockReasonOf } from '../data/member-rules.ts';
import { invalidateTeam } from '../data/team-data.ts';
import { LimitsFields } from './limits-fields.tsx';
import { LimitNames, MemberState, OnlineAvatar } from './member-cells.tsx';
import { GroupsChoice } from './member-choice.tsx';
import { MemberOtherActions } from './member-other-actions.tsx';
import { LockedNote, PermissionNote } from './permissions.tsx';
import { RoleChoice } from './role-choice.tsx';
import styles from './views.module.css';
import { WorkingHours } from './working-hours.tsx';

const commands: Command[] = [{ id: 'member.save', group: 'page', title: msg`Save`, keys: 'mod+s' }];

/** The form of a member: Admins edit access, the member their own name and hours. */
export function MemberForm({ member, owners }: { member: TeamMember; owners: number }) {
  const { t, i18n } = useLingui();
  const access = useAccess();
  const serverText = useServerErrorMessage();
  const client = useAccount().store.client();
  // The version the form started from; a newer one on the server is a conflict, never overwritten.
  const [basis, setBasis] = useState(member);
  const [asking, setAsking] = useState(false);
  const [conflict, setConflict] = useState(false);
  const blockReason = blockReasonOf(access.role, member, owners);
  const manages = access.role !== 'User';
  const sets = blockReason === null || blockReason === 'last-owner';
  const edits = sets || member.self;

  const send = async (draft: MemberDraft) => {
    const changes = changesOf(draft, basis);
    if (Object.keys(changes).length === 0) return;
    try {
      const changed = await changeMember(member.user_id, changes);
      setBasis(changed);
      setConflict(false);
      toast({ message: t`${changed.name} is changed.` });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'version_conflict') throw error;
      setConflict(true);
    }
  };
  const form = useForm<MemberDraft>({
    initial: draftOf(basis),
    check: ({ name, working_hours: hours }) => ({
      ...(name.trim() === '' && { name: t`Enter a name.` }),
      ...(hours.some(({ from, to }) => from === to) && {
        working_hours: t`The start and end are the same. Change or remove this time span.`,
      }),
    }),
    send,
  });
  const { values } = form;
  const dropsAdmin = basis.role !== 'User' && values.role === 'User';
  const save = async () => {
    if (dropsAdmin && !asking) setAsking(true);
    else await form.submit();
  };
  const changed = Object.keys(changesOf(values, basis)).length > 0;
  useCommands(commands, edits ? { 'member.save': () => void save() } : {});
  return (
    <div className={styles.sheet}>
      <div className={styles.actions}>
        <OnlineAvatar member={member} />
        <strong className={styles.grow}>
          <bdi>{member.email}</bdi>
        </strong>
        <Badge>{i18n._(roleName[member.role])}</Badge>
        <MemberState member={member} />
      </div>
      <Form onSubmit={save}>
        {conflict && (
          <FormError>
            {t`Someone changed this member since you opened the page.`}{' '}
            <Button
              size="sm"
              onClick={() => {
                for (const [name, value] of Object.entries(draftOf(member))) {
                  form.set(name as keyof MemberDraft, value as never);
                }
                setBasis(member);
                setConflict(false);
                invalidateTeam();
              }}
            >
              {t`Show current version`}
            </Button>
          </FormError>
        )}
        <FormError>{form.problem}</FormError>
        {edits ? (
          <TextField label={t`Name the team sees`} autoComplete="off" {...form.text('name')} />
        ) : (
          <p>
            <bdi>{member.name}</bdi>
          </p>
        )}
        <MemberAccess member={member} owners={owners} form={form} />
        {edits && (
          <>
            <Switch checked={values.away} onChange={(on) => form.set('away', on)}>
              {t`Away (gets no automatic assignments)`}
            </Switch>
            <WorkingHours
              value={values.working_hours}
              onChange={(hours) => form.set('working_hours', hours)}
              timeZone={client?.time_zone ?? ''}
              error={form.errors.working_hours ?? null}
            />
          </>
        )}
        {edits && (
          <p className={styles.actions}>
            <Button type="submit" variant="filled" busy={form.busy} blocked={!changed}>{t`Save`}</Button>
            {!changed && <span className={styles.quiet}>{t`Nothing to save`}</span>}
          </p>
        )}
      </Form>
      {manages && <MemberOtherActions member={member} owners={owners} />}
      {asking && (
        <ConfirmDialog
          title={t`Make ${member.name} a User?`}
          confirm={t`Make a User`}
          keep={t`Stay ${i18n._(roleName[basis.role])}`}
          onClose={() => setAsking(false)}
          onConfirm={form.submit}
          problem={serverText}
        >
          <p>{t`They can no longer manage the team, channels, automations, integrations and settings.`}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

type DraftForm = ReturnType<typeof useForm<MemberDraft>>;

/** Role, groups and limits, or why they can't be changed. */
function MemberAccess({ member, owners, form }: { member: TeamMember; owners: number; form: DraftForm }) {
  const { t } = useLingui();
  const access = useAccess();
  const forAll = useAccount().store.client()?.user_restrictions ?? {};
  const { values } = form;
  const blockReason = blockReasonOf(access.role, member, owners);
  if (blockReason === 'no-right') return <PermissionNote right="team.manage" />;
  if (blockReason === 'owner') return <PermissionNote right="owners.manage" />;
  const groups = <GroupsChoice value={values.group_ids} onChange={(ids) => form.set('group_ids', ids)} />;
  if (blockReason === 'self') {
    return (
      <>
        <LockedNote>{t`You can’t change your own role or limits. Another Admin or Owner can.`}</LockedNote>
        {access.role === 'User' && (
          <p>
            {t`Your limits:`} <LimitNames member={member} />
          </p>
        )}
        {access.role !== 'User' && groups}
      </>
    );
  }
  return (
    <>
      {blockReason === 'last-owner' ? (
        <LockedNote>{t`The only Owner. Make someone else Owner first to change this role.`}</LockedNote>
      ) : (
        <RoleChoice
          value={values.role}
          roles={[...new Set([...assignableRoles(access.role), member.role])]}
          onChange={(role) => form.set('role', role)}
          error={form.errors.role ?? null}
        />
      )}
      {groups}
      {values.role === 'User' ? (
        <LimitsFields
          value={values.restrictions}
          onChange={(limits) => form.set('restrictions', limits)}
          forAll={forAll}
          error={form.errors.restrictions ?? null}
        />
      ) : (
        <p className={styles.quiet}>{t`Admins and Owners have no limits.`}</p>
      )}
    </>
  );
}
