import { useLingui } from '@lingui/react/macro';
import type { ChangeMemberBody } from '@parley/contract/types';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, callApi } from '../../../platform/api.ts';
import { session } from '../../../platform/browser-session.ts';
import { QueryScope } from '../../../platform/query.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { ImageField } from '../../../ui/image-field.tsx';
import { MemberAvatar } from '../../../ui/member-avatar.tsx';
import { Page, PageBar, PageBody } from '../../../ui/page.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SubPanelButton } from '../../../ui/sub-panel.tsx';
import { type CurrentUser, identity } from '../../identity/public.ts';
import styles from '../components/personal/personal.module.css';
import { RegionFields } from '../components/personal/region-fields.tsx';
import { SavedField } from '../components/saved/saved-field.tsx';
import { useCurrentUser, useSetCurrentUser } from '../data/current-user-query.ts';

/** /settings/personal/edit: the profile; each field is saved on blur. */
export function PersonalEditPage() {
  const { t } = useLingui();
  return (
    <Page scroll="document">
      <PageBar title={t`Edit personal settings`} start={<SubPanelButton label={t`Other settings`} />}>
        <Link to="/settings/personal" className={buttonClass()}>
          {t({ message: 'Done', context: 'close' })}
        </Link>
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
  const { data, error, refetch } = useCurrentUser();
  return (
    <div className={styles.page}>
      {error && !data && (
        <ProblemState title={t`Couldn’t load your profile`} error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton label={t`Loading your profile`} shape="text" />}
      {data && <ProfileFields currentUser={data} />}
    </div>
  );
}

function ProfileFields({ currentUser }: { currentUser: CurrentUser }) {
  const { t } = useLingui();
  const changed = useSetCurrentUser();
  const { user, accounts } = currentUser;
  const state = session.state();
  const clientId = state.status === 'signed-out' ? null : state.claims.client_id;
  const account = accounts.find(({ client_id: id }) => id === clientId);
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>{t`Changes are saved automatically, each field on its own.`}</p>
      <ImageField
        label={t`Photo`}
        help={t`Your team sees it next to your name. JPEG, PNG or WebP, up to 5 MB; the center is used as a square.`}
        picture={<MemberAvatar name={user.displayName} photo={user.photoURL} size="xl" />}
        given={user.photoURL !== null}
        save={async (file) => changed(await changePhoto(file))}
      />
      <SavedField
        label={t`Name`}
        name="displayName"
        autoComplete="name"
        help={t`In emails to you and when you join an account.`}
        saved={user.displayName}
        empty={t`Enter your name.`}
        save={async (displayName) => changed(await identity.updateProfile({ displayName }))}
      />
      {account && <NamesInAccount account={account.name} userId={user.uid} />}
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
      <RegionFields currentUser={currentUser} onSaved={changed} />
    </div>
  );
}

async function changePhoto(file: File | null): Promise<CurrentUser> {
  if (file === null) return api('DELETE /api/auth/photo', {});
  // The contract does not describe a body of bytes.
  return (await callApi('PUT /api/auth/photo', { body: file })) as CurrentUser;
}

/** The member's names in this account, for the team and for customers; other accounts are unaffected. */
function NamesInAccount({ account, userId }: { account: string; userId: string }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const key = ['team', userId];
  const params = { user_id: userId };
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api('GET /api/team/{user_id}', { params }, { signal }),
  });
  if (data === undefined) return null;
  const change = async (body: ChangeMemberBody) => {
    queries.setQueryData(key, await api('PUT /api/team/{user_id}', { params, body }));
  };
  return (
    <>
      <SavedField
        label={t`Name in ${account}`}
        name="name"
        autoComplete="off"
        help={t`Your team sees it.`}
        saved={data.name}
        empty={t`Enter the name your team knows.`}
        save={(name) => change({ name })}
      />
      <SavedField
        label={t`Name for customers`}
        note={t`optional`}
        name="customer_name"
        autoComplete="off"
        placeholder={data.name}
        help={t`Signs your messages in transcripts. In WhatsApp, customers see the business name.`}
        saved={data.customer_name ?? ''}
        save={(words) => change({ customer_name: words === '' ? null : words })}
      />
    </>
  );
}
