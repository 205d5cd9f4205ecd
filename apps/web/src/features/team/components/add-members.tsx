import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';
import { api } from '../../../platform/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/checkbox.tsx';
import { type Command, useCommands } from '../../../ui/commands/commands.ts';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { TextAreaField } from '../../../ui/field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { useAccess, useAccount } from '../../sync/public.ts';
import { maxAddresses, parseAddresses } from '../data/address-list.ts';
import { emptyInvitation, type InvitationDraft, invitationsBody } from '../data/invitation-draft.ts';
import { assignableRoles } from '../data/member-rules.ts';
import { type InviteResult, invalidateInvitations, useInvitations, useTeam } from '../data/team-data.ts';
import { AddressChecks } from './address-checks.tsx';
import { InviteResults } from './invite-results.tsx';
import { LimitsFields } from './limits-fields.tsx';
import { GroupsChoice } from './member-choice.tsx';
import { RoleChoice } from './role-choice.tsx';
import styles from './views.module.css';

const commands: Command[] = [{ id: 'team.invite', group: 'page', title: msg`Invite`, keys: 'mod+enter' }];

/** Invites several people at once and shows the result for each. */
export function AddMembers() {
  const [results, setResults] = useState<readonly InviteResult[] | null>(null);
  if (results) return <InviteResults results={results} onMore={() => setResults(null)} />;
  return <InviteForm onDone={setResults} />;
}

function InviteForm({ onDone }: { onDone: (results: readonly InviteResult[]) => void }) {
  const { t } = useLingui();
  const { role: own } = useAccess();
  const forAll = useAccount().store.client()?.user_restrictions ?? {};
  const serverText = useServerErrorMessage();
  const [asking, setAsking] = useState(false);
  const known = useKnownAddresses();
  const form = useForm<InvitationDraft>({
    initial: emptyInvitation,
    check: ({ emails }) => {
      const found = parseAddresses(emails, known).filter(({ state }) => state === 'ok').length;
      if (found === 0) return { emails: t`Enter at least one address that is not in the team yet.` };
      if (found > maxAddresses) return { emails: t`Up to ${maxAddresses} addresses at once.` };
      return {};
    },
    send: async (draft) => {
      const emails = parseAddresses(draft.emails, known).flatMap(({ email, state }) => (state === 'ok' ? [email] : []));
      const { data } = await api('POST /api/invitations/batch', { body: invitationsBody(draft, emails) });
      invalidateInvitations();
      onDone(data);
    },
  });
  const { values, set } = form;
  const addresses = useMemo(() => parseAddresses(values.emails, known), [values.emails, known]);
  const count = addresses.filter(({ state }) => state === 'ok').length;
  const submit = async () => {
    if (values.role === 'Owner' && !asking && count > 0) setAsking(true);
    else await form.submit();
  };
  useCommands(commands, { 'team.invite': () => void submit() });
  return (
    <div className={styles.sheet}>
      <Form onSubmit={submit}>
        <FormError>{form.problem}</FormError>
        <TextAreaField
          label={t`Email addresses`}
          rows={4}
          help={t`Separate addresses with commas or new lines. There is no limit on seats.`}
          {...form.text('emails')}
        />
        <AddressChecks addresses={addresses} />
        <RoleChoice
          value={values.role}
          roles={assignableRoles(own)}
          onChange={(role) => set('role', role)}
          error={form.errors.role ?? null}
        />
        {values.role === 'User' && (
          <LimitsFields
            value={values.restrictions}
            onChange={(limits) => set('restrictions', limits)}
            forAll={forAll}
          />
        )}
        <GroupsChoice value={values.group_ids} onChange={(ids) => set('group_ids', ids)} />
        <TextAreaField
          label={t`Personal note`}
          note={t`optional`}
          rows={2}
          maxLength={1000}
          help={t`Shown in the email and on the invitation.`}
          {...form.text('note')}
        />
        <SelectField
          label={t`Invitation expires in`}
          choices={[1, 3, 7, 14, 30, 90].map((days) => ({
            value: String(days),
            label: t`${plural(days, { one: '# day', other: '# days' })}`,
          }))}
          value={values.days}
          onChange={(days) => set('days', days)}
        />
        <Switch checked={values.send} onChange={(send) => set('send', send)}>
          {t`Also send by email; you can copy the links either way`}
        </Switch>
        <p className={styles.actions}>
          <Button type="submit" variant="filled" busy={form.busy}>
            {count > 0 ? t`${plural(count, { one: 'Invite # member', other: 'Invite # members' })}` : t`Invite`}
          </Button>
        </p>
      </Form>
      {asking && (
        <ConfirmDialog
          title={t`${plural(count, { one: 'Invite # member as Owner?', other: 'Invite # members as Owners?' })}`}
          confirm={t`Invite as Owner`}
          keep={t`Choose another role`}
          onClose={() => setAsking(false)}
          onConfirm={form.submit}
          problem={serverText}
        >
          <p>{t`An Owner can do everything you can, including removing other Owners, and transferring or closing the account.`}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Addresses of members and of open invitations. */
function useKnownAddresses() {
  const members = useTeam().data;
  const invitations = useInvitations(true).data;
  return useMemo(
    () => ({
      members: new Set(members?.map(({ email }) => email.toLowerCase())),
      // An expired invitation can be replaced.
      invited: new Set(invitations?.filter(({ state }) => state === 'open').map(({ email }) => email.toLowerCase())),
    }),
    [members, invitations],
  );
}
