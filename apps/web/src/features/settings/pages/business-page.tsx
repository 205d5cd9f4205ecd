import { useLingui } from '@lingui/react/macro';
import type { Client } from '@parley/contract/types';
import { IconPencil } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { Page, PageBar, PageBody } from '../../../ui/page.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SubPanelButton } from '../../../ui/sub-panel.tsx';
import { useHashTarget } from '../../../ui/use-hash-target.ts';
import { useBelow } from '../../../ui/use-media.ts';
import { ErasureReceipts, RetentionRule } from '../../contacts/public.ts';
import { RateSettings } from '../../reports/public.ts';
import { useRows } from '../../sync/public.ts';
import { LiveScope, RequirePermission, TransferOffer } from '../../team/public.ts';
import { AssignmentSection } from '../components/business/assignment-section.tsx';
import { AutoCloseSection } from '../components/business/auto-close-section.tsx';
import { BroadcastSettings } from '../components/business/broadcast-settings.tsx';
import styles from '../components/business/business.module.css';
import { BusinessOwnership } from '../components/business/business-ownership.tsx';
import { ClosingSoonSection } from '../components/business/closing-soon-section.tsx';
import { ExportSection } from '../components/business/export-section.tsx';
import { HoursSection } from '../components/business/hours-section.tsx';
import { InvitationsSection } from '../components/business/invitations-section.tsx';
import { JoinByDomain } from '../components/business/join-by-domain.tsx';
import { LinkPreviewsSection } from '../components/business/link-previews-section.tsx';
import { OptOutAnswersSection } from '../components/business/opt-out-answers-section.tsx';
import { OptOutWordsSection } from '../components/business/opt-out-words-section.tsx';
import { RatingSection } from '../components/business/rating-section.tsx';
import { ReplyTargetsSection } from '../components/business/reply-targets-section.tsx';
import { SignInRules } from '../components/business/sign-in-rules.tsx';
import { StagesSection } from '../components/business/stages-section.tsx';
import { useBusinessFacts, useUserRules } from '../components/business/use-business-facts.ts';
import { WhoRepliesSection } from '../components/business/who-replies-section.tsx';

const AuditPage = lazyComponent(() => import('./audit-page.tsx').then((module) => module.AuditPage), {
  fallback: null,
});

const ScimSettings = lazyComponent(
  () => import('../components/scim/scim-section.tsx').then((module) => module.ScimSettings),
  { fallback: null },
);

/** `/settings/business`: account settings, and actions for Owners; `?show=audit` is the audit log. */
export function BusinessPage() {
  const { t } = useLingui();
  const phone = useBelow('md');
  const { show }: Record<string, unknown> = useSearch({ strict: false });
  if (show === 'audit') return <AuditPage />;
  return (
    <Page scroll="document">
      <PageBar title={t`Business settings`} start={<SubPanelButton label={t`Settings pages`} />}>
        {/* Phones have no room for it here: there it is opened from the settings home. */}
        {!phone && (
          <Link to="/settings/business" search={{ show: 'audit' }} className={buttonClass()}>
            {t`Audit log`}
          </Link>
        )}
        <Link to="/settings/business/edit" className={buttonClass({ variant: 'filled' })}>
          <IconPencil {...smallIcon} />
          {t`Edit`}
        </Link>
      </PageBar>
      <LiveScope>
        <RequirePermission right="account.edit">
          <TransferOffer />
          <PageBody padded>
            <Business />
          </PageBody>
        </RequirePermission>
      </LiveScope>
    </Page>
  );
}

function Business() {
  const { t } = useLingui();
  const [client] = useRows('clients');
  if (client === undefined) return null;
  return (
    <div className={styles.sheet}>
      <Facts client={client} />
      <HoursSection client={client} />
      <AssignmentSection client={client} />
      <WhoRepliesSection client={client} />
      <StagesSection />
      <ClosingSoonSection client={client} />
      <ReplyTargetsSection client={client} />
      <AutoCloseSection client={client} />
      <LinkPreviewsSection client={client} />
      <RatingSection client={client} />
      <OptOutWordsSection client={client} />
      <OptOutAnswersSection client={client} />
      <LazySection id="broadcasts" title={t`Broadcasts`}>
        <BroadcastSettings />
      </LazySection>
      <LazySection id="rates" title={t`Rates`}>
        <RateSettings />
      </LazySection>
      <InvitationsSection client={client} />
      <UserRules client={client} />
      <JoinByDomain client={client} />
      <SignInRules client={client} />
      <LazySection id="provisioning" title={t`User provisioning`}>
        <ScimSettings />
      </LazySection>
      <PrivacySections />
      <ExportSection />
      <BusinessOwnership client={client} />
    </div>
  );
}

/** Data retention and erasure receipts. */
function PrivacySections() {
  const { t } = useLingui();
  return (
    <>
      <LazySection id="retention" title={t`Data retention`}>
        <RetentionRule />
      </LazySection>
      <LazySection id="erased" title={t`Erased contacts`}>
        <ErasureReceipts />
      </LazySection>
    </>
  );
}

function LazySection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  const section = useHashTarget(id);
  return (
    <section ref={section} id={id} className={styles.section} aria-label={title}>
      <h2>{title}</h2>
      <Suspense fallback={<Skeleton shape="text" count={2} label={title} />}>{children}</Suspense>
    </section>
  );
}

function Facts({ client }: { client: Client }) {
  const { t } = useLingui();
  const facts = useBusinessFacts(client);
  return (
    <section className={styles.section} aria-label={t`About the business`}>
      <h2>{t`About the business`}</h2>
      <dl className={styles.facts}>
        {facts.map(({ term, value }) => (
          <Fact key={term} term={term} value={value} />
        ))}
      </dl>
    </section>
  );
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </>
  );
}

function UserRules({ client }: { client: Client }) {
  const { t } = useLingui();
  const rules = useUserRules();
  const on = <Badge tone="info">{t`On`}</Badge>;
  const off = <Badge>{t`Off`}</Badge>;
  const section = useHashTarget('user-rules');
  return (
    <section ref={section} id="user-rules" className={styles.section} aria-label={t`Rules for all Users`}>
      <h2>{t`Rules for all Users`}</h2>
      <p className={styles.quiet}>
        {t`These apply to everyone with the role User, in addition to their own limits. Admins and Owners have no limits.`}
      </p>
      <dl className={styles.rules}>
        {rules.map(({ name, label }) => (
          <Rule key={name} label={label} state={client.user_restrictions[name] ? on : off} />
        ))}
        <Rule label={t`Users can delete all contacts`} state={client.users_may_delete_all_contacts ? on : off} />
      </dl>
    </section>
  );
}

function Rule({ label, state }: { label: string; state: React.ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{state}</dd>
    </>
  );
}
