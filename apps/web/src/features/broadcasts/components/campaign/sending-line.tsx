import { useLingui } from '@lingui/react/macro';
import type { Campaign } from '@parley/contract/types';
import { Progress } from '../../../../ui/progress.tsx';
import { useCampaignLabels } from '../../data/campaign-labels.ts';
import { figuresOf, secondsLeft, sentShare } from '../../data/campaign-rules.ts';
import styles from './campaign.module.css';

/** "612 of 4,213 · 78 per second · done in about 46 seconds", while it sends or pauses. */
export function SendingLine({ campaign }: { campaign: Campaign }) {
  const { t, i18n } = useLingui();
  const words = useCampaignLabels();
  const { state, preparing, rate } = campaign;
  if ((state !== 'RUNNING' && state !== 'PAUSED') || preparing) return null;
  const figures = figuresOf(campaign);
  const left = secondsLeft(campaign);
  const sent = i18n.number(figures.sent);
  const all = i18n.number(figures.sent + figures.queued);
  const note = [
    t`${sent} of ${all}`,
    rate !== null && rate > 0 && t`${i18n.number(rate, { maximumFractionDigits: rate < 10 ? 1 : 0 })} per second`,
    left !== null && t`done in about ${words.duration(left)}`,
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <div className={styles.sending}>
      <Progress label={state === 'PAUSED' ? t`Paused` : t`Sending`} note={note} value={sentShare(figures)} />
    </div>
  );
}
