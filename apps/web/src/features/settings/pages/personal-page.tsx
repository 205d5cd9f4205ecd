import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { QueryScope } from '../../../platform/query.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Page, PageBar, PageBody } from '../../../ui/page.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SubPanelButton } from '../../../ui/sub-panel.tsx';
import type { CurrentUser } from '../../identity/public.ts';
import { AccountsSection } from '../components/personal/accounts-section.tsx';
import { AppearanceSection } from '../components/personal/appearance-section.tsx';
import { AssistantsSection } from '../components/personal/assistants-section.tsx';
import { DeleteSection } from '../components/personal/delete-section.tsx';
import { OfflineCopySection } from '../components/personal/offline-copy-section.tsx';
import styles from '../components/personal/personal.module.css';
import { RegionSection } from '../components/personal/region-section.tsx';
import { Fact, Section } from '../components/personal/section.tsx';
import { SessionsSection } from '../components/personal/sessions-section.tsx';
import { SignInMethodsSection } from '../components/personal/sign-in-methods-section.tsx';
import { TwoStepSection } from '../components/personal/two-step-section.tsx';
import { useCurrentUser } from '../data/current-user-query.ts';

/** /settings/personal: profile, appearance, sign-in methods and sessions. */
export function PersonalPage() {
  const { t } = useLingui();
  return (
    <Page scroll="document">
      <PageBar title={t`Personal settings`} start={<SubPanelButton label={t`Other settings`} />} />
      <PageBody padded>
        <QueryScope>
          <Sections />
        </QueryScope>
      </PageBody>
    </Page>
  );
}

function Sections() {
  const { t } = useLingui();
  const { data, error, refetch } = useCurrentUser();
  return (
    <div className={styles.page}>
      {error && !data && (
        <ProblemState title={t`Couldn’t load your profile`} error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton label={t`Loading your profile`} shape="text" />}
      {data && <ProfileSection currentUser={data} />}
      {data && <RegionSection currentUser={data} />}
      {/* After what is above them, or links to them would end up elsewhere on the page. */}
      {(data || error) && (
        <>
          <AppearanceSection />
          <OfflineCopySection />
        </>
      )}
      {data && (
        <>
          <SignInMethodsSection currentUser={data} />
          <TwoStepSection />
          <SessionsSection accounts={data.accounts} />
          <AssistantsSection />
          <AccountsSection accounts={data.accounts} />
          <DeleteSection currentUser={data} />
        </>
      )}
    </div>
  );
}

function ProfileSection({ currentUser: { user } }: { currentUser: CurrentUser }) {
  const { t } = useLingui();
  return (
    <Section id="profile" title={t`Profile`}>
      <Fact name={t`Name`}>
        <bdi>{user.displayName}</bdi>
      </Fact>
      <Fact name={t`Email`}>
        <bdi>{user.email}</bdi>
        {user.emailVerified ? <Badge tone="ok">{t`Confirmed`}</Badge> : <Badge tone="warn">{t`Not confirmed`}</Badge>}
      </Fact>
      <Fact name={t`Phone`}>{user.phoneNumber ? <bdi>{user.phoneNumber}</bdi> : t`Not given`}</Fact>
      <p className={styles.buttons}>
        <Link to="/settings/personal/edit" className={buttonClass()}>{t`Edit profile`}</Link>
      </p>
    </Section>
  );
}
