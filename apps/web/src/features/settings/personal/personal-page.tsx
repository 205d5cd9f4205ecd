import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { QueryScope } from '../../../platform/query.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Page, PageBar, PageBody } from '../../../ui/page.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SubPanelButton } from '../../../ui/sub-panel.tsx';
import type { Person } from '../../identity/public.ts';
import { AccountsSection } from './accounts-section.tsx';
import { DeleteSection } from './delete-section.tsx';
import { LooksSection } from './looks-section.tsx';
import { useTimeZoneWords } from './own-time-zones.ts';
import { usePerson } from './person-query.ts';
import styles from './personal.module.css';
import { Fact, Section } from './section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { WaysInSection } from './ways-in-section.tsx';

/** /settings/personal: who one is, how this device looks, how one gets in and where one is signed in. */
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
  const { data, error, refetch } = usePerson();
  return (
    <div className={styles.page}>
      {error && !data && (
        <ProblemState title={t`Your profile could not be read`} error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton label={t`Reading your profile`} shape="text" />}
      {data && <ProfileSection person={data} />}
      <LooksSection />
      {data && (
        <>
          <WaysInSection person={data} />
          <SessionsSection accounts={data.accounts} />
          <AccountsSection accounts={data.accounts} />
          <DeleteSection person={data} />
        </>
      )}
    </div>
  );
}

function ProfileSection({ person: { user, time_zone: zone } }: { person: Person }) {
  const { t } = useLingui();
  const zoneWords = useTimeZoneWords(zone);
  return (
    <Section id="profile" title={t`Profile`}>
      <Fact name={t`Name`}>
        <bdi>{user.displayName}</bdi>
      </Fact>
      <Fact name={t`E-mail`}>
        <bdi>{user.email}</bdi>
        {user.emailVerified ? <Badge tone="ok">{t`Confirmed`}</Badge> : <Badge tone="warn">{t`Not confirmed`}</Badge>}
      </Fact>
      <Fact name={t`Phone`}>{user.phoneNumber ? <bdi>{user.phoneNumber}</bdi> : t`Not given`}</Fact>
      <Fact name={t`Time zone`}>{zoneWords}</Fact>
      <p className={styles.buttons}>
        <Link to="/settings/personal/edit" className={buttonClass()}>{t`Edit profile`}</Link>
      </p>
    </Section>
  );
}
