import { useLingui } from '@lingui/react/macro';
import type { Client } from '@parley/contract/types';
import { IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { smallIcon } from '../../ui/icon.ts';
import { Page, PageBar, PageBody } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SubPanelButton } from '../../ui/sub-panel.tsx';
import { ErasureReceipts, RetentionRule } from '../contacts/public.ts';
import { useRows } from '../sync/public.ts';
import { LiveScope, OnlyWith, TransferOffer } from '../team/public.ts';
import styles from './business.module.css';
import { BusinessOwnership } from './business-ownership.tsx';
import { useBusinessFacts, useUserRules } from './business-words.ts';
import { JoinByDomain } from './join-by-domain.tsx';

/** `/settings/business`: what is set for the account, and what only its Owner does with it. */
export function BusinessPage() {
  const { t } = useLingui();
  return (
    <Page scroll="document">
      <PageBar title={t`Business settings`} start={<SubPanelButton label={t`Settings pages`} />}>
        <Link to="/settings/business/edit" className={buttonClass({ variant: 'filled' })}>
          <IconPencil {...smallIcon} />
          {t`Edit`}
        </Link>
      </PageBar>
      <LiveScope>
        <OnlyWith right="account.edit">
          <TransferOffer />
          <PageBody padded>
            <Business />
          </PageBody>
        </OnlyWith>
      </LiveScope>
    </Page>
  );
}

function Business() {
  const [client] = useRows('clients');
  if (client === undefined) return null;
  return (
    <div className={styles.sheet}>
      <Facts client={client} />
      <UserRules client={client} />
      <JoinByDomain client={client} />
      <Keeping />
      <BusinessOwnership client={client} />
    </div>
  );
}

/** What is kept of customers, and for how long. */
function Keeping() {
  const { t } = useLingui();
  return (
    <>
      <KeptPart id="retention" title={t`Data retention`}>
        <RetentionRule />
      </KeptPart>
      <KeptPart id="erased" title={t`Erased persons`}>
        <ErasureReceipts />
      </KeptPart>
    </>
  );
}

function KeptPart({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className={styles.section} aria-label={title}>
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
  return (
    <section className={styles.section} aria-label={t`Rules for all Users`}>
      <h2>{t`Rules for all Users`}</h2>
      <p className={styles.quiet}>
        {t`They hold for everybody with the role User, besides what is set for each of them. Admins and Owners have no limits.`}
      </p>
      <dl className={styles.rules}>
        {rules.map(({ name, label }) => (
          <Rule key={name} label={label} state={client.user_restrictions[name] ? on : off} />
        ))}
        <Rule
          label={t`Users may delete all contacts at once`}
          state={client.users_may_delete_all_contacts ? on : off}
        />
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
