import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, callApi } from '../../../platform/api.ts';
import { session } from '../../../platform/browser-session.ts';
import { QueryScope } from '../../../platform/query.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Page, PageBar, PageBody } from '../../../ui/page.tsx';
import { PersonCircle } from '../../../ui/person-circle.tsx';
import { PictureField } from '../../../ui/picture-field.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SubPanelButton } from '../../../ui/sub-panel.tsx';
import { identity, type Person } from '../../identity/public.ts';
import { usePerson, usePersonChanged } from './person-query.ts';
import styles from './personal.module.css';
import { SavedField } from './saved-field.tsx';
import { TimeZoneField } from './time-zone-field.tsx';

/** /settings/personal/edit: the facts about oneself; each field is saved as one leaves it. */
export function PersonalEditPage() {
  const { t } = useLingui();
  return (
    <Page scroll="document">
      <PageBar title={t`Edit personal settings`} start={<SubPanelButton label={t`Other settings`} />}>
        <Link to="/settings/personal" className={buttonClass()}>{t`Done`}</Link>
      </PageBar>
      <PageBody padded>
        <QueryScope>
          <Fields />
        </QueryScope>
      </PageBody>
    </Page>
  );
}

function Fields() {
  const { t } = useLingui();
  const { data, error, refetch } = usePerson();
  return (
    <div className={styles.page}>
      {error && !data && (
        <ProblemState title={t`Your profile could not be read`} error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton label={t`Reading your profile`} shape="text" />}
      {data && <PersonFields person={data} />}
    </div>
  );
}

function PersonFields({ person }: { person: Person }) {
  const { t } = useLingui();
  const changed = usePersonChanged();
  const { user, accounts } = person;
  const state = session.state();
  const clientId = state.status === 'signed-out' ? null : state.claims.client_id;
  const account = accounts.find(({ client_id: id }) => id === clientId);
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>{t`Each field is saved as you leave it, or by Enter or Ctrl+S.`}</p>
      <PictureField
        label={t`Photo`}
        help={t`Your team sees it beside your name. JPEG, PNG or WebP, at most 5 MB; the middle is kept as a small square.`}
        picture={<PersonCircle name={user.displayName} photo={user.photoURL} size="xl" />}
        given={user.photoURL !== null}
        save={async (file) => changed(await changePhoto(file))}
      />
      <SavedField
        label={t`Name`}
        name="displayName"
        autoComplete="name"
        help={t`In letters to you and when you join an account.`}
        saved={user.displayName}
        empty={t`Enter your name.`}
        save={async (displayName) => changed(await identity.updateProfile({ displayName }))}
      />
      {account && <NameInAccount account={account.name} userId={user.uid} />}
      <SavedField
        label={t`Phone`}
        note={t`optional`}
        name="phoneNumber"
        type="tel"
        autoComplete="tel"
        help={t`Only you see it.`}
        saved={user.phoneNumber ?? ''}
        save={async (words) => changed(await identity.updateProfile({ phoneNumber: words === '' ? null : words }))}
      />
      <TimeZoneField saved={person.time_zone} onSaved={changed} />
    </div>
  );
}

async function changePhoto(file: File | null): Promise<Person> {
  if (file === null) return api('DELETE /api/auth/photo', {});
  // The contract does not describe a body of bytes.
  return (await callApi('PUT /api/auth/photo', { body: file })) as Person;
}

/** The name as the team of this account sees it; what it is elsewhere stays. */
function NameInAccount({ account, userId }: { account: string; userId: string }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const key = ['team', userId];
  const params = { user_id: userId };
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api('GET /api/team/{user_id}', { params }, { signal }),
  });
  if (data === undefined) return null;
  return (
    <SavedField
      label={t`Name in ${account}`}
      name="name"
      autoComplete="off"
      help={t`Beside what you write there, for your team.`}
      saved={data.name}
      empty={t`Enter the name your team knows.`}
      save={async (name) => {
        queries.setQueryData(key, await api('PUT /api/team/{user_id}', { params, body: { name } }));
      }}
    />
  );
}
