import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { unrestricted } from '@parley/contract/rights';
import type { Restrictions, Role } from '@parley/contract/types';
import { useMemo, useState } from 'react';
import { api } from '../../../platform/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/checkbox.tsx';
import { type Command, useCommands } from '../../../ui/commands/commands.ts';
import { TextAreaField } from '../../../ui/field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';
import { useServerWords } from '../../../ui/request-words.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { useAccount, useStanding } from '../../sync/public.ts';
import { mostAddresses, readAddresses } from '../address-list.ts';
import { rolesToGive } from '../member-rules.ts';
import { forgetInvitations, type InviteResult, useInvitations, useTeam } from '../team-data.ts';
import { AddressChecks } from './address-checks.tsx';
import { InviteResults } from './invite-results.tsx';
import { LimitsFields } from './limits-fields.tsx';
import { GroupsChoice } from './people-choice.tsx';
import { RoleChoice } from './role-choice.tsx';
import styles from './views.module.css';

type Draft = {
  emails: string;
  role: Role;
  restrictions: Restrictions;
  group_ids: string[];
  note: string;
  days: string;
  send: boolean;
};

const empty: Draft = {
  emails: '',
  role: 'User',
  restrictions: unrestricted,
  group_ids: [],
  note: '',
  days: '7',
  send: true,
};

const commands: Command[] = [{ id: 'team.invite', group: 'page', title: msg`Invite`, keys: 'mod+enter' }];

/** Invites several people at once and says of each what became of it. */
export function AddMembers() {
  const [results, setResults] = useState<readonly InviteResult[] | null>(null);
  if (results) return <InviteResults results={results} onMore={() => setResults(null)} />;
  return <InviteForm onDone={setResults} />;
}

function InviteForm({ onDone }: { onDone: (results: readonly InviteResult[]) => void }) {
  const { t } = useLingui();
  const { role: own } = useStanding();
  const forAll = useAccount().store.client()?.user_restrictions ?? {};
  const serverWords = useServerWords();
  const [asking, setAsking] = useState(false);
  const known = useKnownAddresses();
  const form = useForm<Draft>({
    initial: empty,
    check: ({ emails }) => {
      const found = readAddresses(emails, known).filter(({ state }) => state === 'ok').length;
      if (found === 0) return { emails: t`Write at least one address of somebody who is not in the team yet.` };
      if (found > mostAddresses) return { emails: t`At most ${mostAddresses} addresses at once.` };
      return {};
    },
    send: async (draft) => {
      const emails = readAddresses(draft.emails, known).flatMap(({ email, state }) => (state === 'ok' ? [email] : []));
      const { data } = await api('POST /api/invitations/batch', { body: bodyOf(draft, emails) });
      forgetInvitations();
      onDone(data);
    },
  });
  const { values, set } = form;
  const addresses = useMemo(() => readAddresses(values.emails, known), [values.emails, known]);
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
          label={t`E-mail addresses`}
          rows={4}
          help={t`One or many: on lines of their own or with commas between them, also as copied from a mail program. There is no limit on seats.`}
          {...form.text('emails')}
        />
        <AddressChecks addresses={addresses} />
        <RoleChoice
          value={values.role}
          roles={rolesToGive(own)}
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
          help={t`Stands in the letter and on the invitation.`}
          {...form.text('note')}
        />
        <SelectField
          label={t`The invitation holds for`}
          choices={[1, 3, 7, 14, 30, 90].map((days) => ({
            value: String(days),
            label: t`${plural(days, { one: '# day', other: '# days' })}`,
          }))}
          value={values.days}
          onChange={(days) => set('days', days)}
        />
        <Switch checked={values.send} onChange={(send) => set('send', send)}>
          {t`Send it by mail; links to copy are made either way`}
        </Switch>
        <p className={styles.acts}>
          <Button type="submit" variant="filled" busy={form.busy}>
            {count > 0 ? t`${plural(count, { one: 'Invite # person', other: 'Invite # people' })}` : t`Invite`}
          </Button>
        </p>
      </Form>
      {asking && (
        <ConfirmDialog
          title={t`${plural(count, { one: 'Invite # person as Owner?', other: 'Invite # people as Owners?' })}`}
          confirm={t`Invite as Owner`}
          keep={t`Choose another role`}
          onClose={() => setAsking(false)}
          onConfirm={form.submit}
          problem={serverWords}
        >
          <p>{t`An Owner can do everything you can: change and remove other Owners, hand the account over and close it.`}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function bodyOf({ role, restrictions, group_ids, note, days, send }: Draft, emails: string[]) {
  return {
    emails,
    role,
    ...(role === 'User' && { restrictions }),
    group_ids,
    ...(note.trim() !== '' && { note }),
    expires_in_days: Number(days),
    send,
  };
}

/** Addresses that need no invitation: of members, and of those who were invited already. */
function useKnownAddresses() {
  const members = useTeam().data;
  const invitations = useInvitations(true).data;
  return useMemo(
    () => ({
      members: new Set(members?.map(({ email }) => email.toLowerCase())),
      // An expired one gives way to the next.
      invited: new Set(invitations?.filter(({ state }) => state === 'open').map(({ email }) => email.toLowerCase())),
    }),
    [members, invitations],
  );
}
