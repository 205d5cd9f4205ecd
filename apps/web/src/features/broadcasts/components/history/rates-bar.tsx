import { useLingui } from '@lingui/react/macro';
import type { Campaign } from '@parley/contract/types';
import { useCampaignLabels } from '../../data/campaign-labels.ts';
import { figuresOf, shareOf } from '../../data/campaign-rules.ts';
import styles from './rates-bar.module.css';

/** Shares of all recipients: read, delivered, sent, failed, not sent; beside it the delivery rate of those sent. */
export function RatesBar({ campaign }: { campaign: Campaign }) {
  const { t, i18n } = useLingui();
  const words = useCampaignLabels();
  const figures = figuresOf(campaign);
  if (figures.sent === 0) return <span className={styles.quiet}>–</span>;
  const failed = figures.failed + figures.held_back + figures.unknown;
  const parts = [
    { name: 'read', count: figures.read },
    { name: 'delivered', count: figures.delivered - figures.read },
    { name: 'sent', count: figures.sent - figures.delivered - failed },
    { name: 'failed', count: failed },
  ];
  const number = (count: number) => i18n.number(count);
  const said = t`${number(figures.sent)} sent, ${number(figures.delivered)} delivered, ${number(figures.read)} read, ${number(figures.replied)} replied, ${number(failed)} failed`;
  return (
    <span className={styles.rates} title={said}>
      <span className={styles.track} aria-hidden="true">
        {parts.map(({ name, count }) => (
          <i key={name} className={styles[name]} style={{ inlineSize: `${(100 * count) / figures.audience}%` }} />
        ))}
      </span>
      <span className={styles.share}>
        <span aria-hidden="true">{words.share(shareOf(figures, 'delivered'))}</span>
        <span className="visually-hidden">{said}</span>
      </span>
    </span>
  );
}
