import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useDateLabels } from '../../../ui/use-date-labels.ts';
import { useContactCampaigns } from '../data/contacts-data.ts';
import { CampaignResult } from './campaign-result.tsx';
import styles from './contact-views.module.css';

/** The broadcasts a contact received, with their results. */
export function ContactCampaigns({ contactId }: { contactId: string }) {
  const { t } = useLingui();
  const words = useDateLabels();
  const { data: campaigns, error, refetch, fetchStatus } = useContactCampaigns(contactId);
  if (campaigns === undefined) {
    if (error) {
      return <ProblemState title={t`Couldn’t load the broadcasts`} error={error} onRetry={() => void refetch()} />;
    }
    if (fetchStatus === 'paused') {
      return <p className={styles.quiet}>{t`Broadcasts load when you’re back online.`}</p>;
    }
    return <Skeleton shape="table" label={t`Reading`} count={2} />;
  }
  if (campaigns.length === 0) return <p className={styles.quiet}>{t`No broadcast was sent to this contact yet.`}</p>;
  return (
    <ul className={styles.list}>
      {campaigns.map(({ campaign_id: id, name, state, at }) => (
        <li key={id}>
          <Link to="/broadcast/history/$campaign_id" params={{ campaign_id: id }} className={styles.thread}>
            <span className={styles.meta}>
              <bdi>{name}</bdi>
              <CampaignResult state={state} />
              <span className={styles.space} />
              <time dateTime={at} title={words.exact(at)}>
                {words.short(at)}
              </time>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
