import { useLingui } from '@lingui/react/macro';
import type { Campaign } from '@parley/contract/types';
import { figuresOf, shareOf } from '../campaign-rules.ts';
import { useCampaignWords } from '../campaign-words.ts';
import styles from './rates-bar.module.css';

/** Of everybody: read, delivered, on the way, failed, not sent; beside it how many of those it was sent to got it. */
export function RatesBar({ campaign }: { campaign: Campaign }) {
  const { t, i18n } = useLingui();
  const words = useCampaignWords();
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
