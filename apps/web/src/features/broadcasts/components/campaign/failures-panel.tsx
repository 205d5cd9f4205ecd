import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Campaign, CampaignFailure } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { useDateLabels } from '../../../../ui/use-date-labels.ts';
import type { CampaignAddress } from '../../data/campaign/campaign-address.ts';
import { failureActionOf } from '../../data/campaign/failure-actions.ts';
import { useFailures } from '../../data/campaign/recipient-queries.ts';
import { availableActions, figureOfFailure, notReached } from '../../data/campaign-rules.ts';
import styles from './campaign.module.css';
import { RetryDialog } from './retry-dialog.tsx';

/** Meta's pages for payments and account restrictions. */
const metaManager = 'https://business.facebook.com/latest/whatsapp_manager';

export type FailuresPanelProps = { campaign: Campaign; change: (part: Partial<CampaignAddress>) => void };

/** Failures by reason, the largest first, each with what to do. */
export function FailuresPanel({ campaign, change }: FailuresPanelProps) {
  const { t } = useLingui();
  const { data: failures, error, refetch } = useFailures(campaign.id);
  const [asked, setAsked] = useState<CampaignFailure | null>(null);
  const count = notReached(campaign.counters);
  if (count === 0) return null;
  return (
    <section className={styles.failures} aria-labelledby="why-not">
      <h2 id="why-not">
        {t`${plural(count, { one: 'Why # recipient didn’t get it', other: 'Why # recipients didn’t get it' })}`}
      </h2>
      {failures === undefined && error !== null && (
        <ProblemState title={t`Couldn’t load the reasons`} error={error} onRetry={() => void refetch()} />
      )}
      <FailureList
        failures={failures ?? []}
        mayRetry={availableActions(campaign).has('retry')}
        onRetry={setAsked}
        onShow={({ state, reason }) => change({ figure: figureOfFailure[state], reason })}
      />
      {asked && <RetryDialog campaign={campaign} only={asked} onClose={() => setAsked(null)} />}
    </section>
  );
}

export type FailureListProps = {
  failures: readonly CampaignFailure[];
  mayRetry: boolean;
  onRetry: (failure: CampaignFailure) => void;
  onShow: (failure: CampaignFailure) => void;
};

export function FailureList({ failures, mayRetry, onRetry, onShow }: FailureListProps) {
  const { t, i18n } = useLingui();
  const days = useDateLabels();
  return (
    <ul className={styles.groups}>
      {failures.map((failure) => {
        const { state, reason, provider_code: code, count, message, next_step: next, retry_after: after } = failure;
        const unknown = state === 'UNKNOWN';
        const later = after !== null && Date.parse(after) > Date.now();
        const number = i18n.number(count);
        return (
          <li key={`${state}/${reason}`}>
            <button
              type="button"
              className={styles.groupCount}
              aria-label={t`Show ${number}: ${unknown ? t`unknown` : message}`}
              onClick={() => onShow(failure)}
            >
              {number}
            </button>
            <div className={styles.groupText}>
              <p className={styles.strong}>{unknown ? t`Unknown if WhatsApp received it` : message}</p>
              <p className={styles.quiet}>
                {unknown
                  ? t`The connection broke while sending. Sending again might deliver the message twice, so you decide.`
                  : next}{' '}
                {later && t`Recommended: retry after ${days.exact(after)}.`}
              </p>
              {!unknown && (
                <Disclosure className={styles.code} title={t`Code`}>
                  <code>{code === null ? reason : `${reason} · ${code}`}</code>
                </Disclosure>
              )}
            </div>
            <FailureButton failure={failure} mayRetry={mayRetry} onRetry={onRetry} onShow={onShow} />
          </li>
        );
      })}
    </ul>
  );
}

function FailureButton(props: { failure: CampaignFailure } & Omit<FailureListProps, 'failures'>) {
  const { t, i18n } = useLingui();
  const { failure, mayRetry, onRetry, onShow } = props;
  const action = failureActionOf(failure);
  const count = i18n.number(failure.count);
  const show = <Button size="sm" onClick={() => onShow(failure)}>{t`Show ${count}`}</Button>;
  if (action === 'open_meta') {
    return (
      <a href={metaManager} target="_blank" rel="noreferrer" className={buttonClass({ size: 'sm' })}>{t`Open Meta`}</a>
    );
  }
  if (action === 'open_channels') {
    return <Link to="/channels" className={buttonClass({ size: 'sm' })}>{t`Open Channels`}</Link>;
  }
  if (action === 'show' || !mayRetry) return show;
  return (
    <Button size="sm" onClick={() => onRetry(failure)}>
      {action === 'send_again' ? t`Send again to ${count}` : t`Retry ${count}`}
    </Button>
  );
}
