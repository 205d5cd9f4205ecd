import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Campaign } from '@parley/contract/types';
import type { ReactNode } from 'react';
import { useDateLabels } from '../../../../ui/use-date-labels.ts';
import { useConnectionState } from '../../../sync/public.ts';
import type { CampaignAddress } from '../../data/campaign/campaign-address.ts';
import { useLastChange } from '../../data/campaign/use-last-change.ts';
import { useCampaignLabels } from '../../data/campaign-labels.ts';
import { countsChangeUntil, type FigureId, type Figures, shareOf } from '../../data/campaign-rules.ts';
import styles from './campaign.module.css';
import { ConvertedBar } from './converted-bar.tsx';

const funnel: readonly FigureId[] = ['audience', 'sent', 'delivered', 'read', 'tapped', 'replied'];
const besides: readonly FigureId[] = ['left_out', 'queued', 'failed', 'held_back', 'unknown', 'opted_out'];

export type FigureBarsProps = {
  campaign: Campaign;
  figures: Figures;
  address: CampaignAddress;
  change: (part: Partial<CampaignAddress>) => void;
};

/** Every figure as a bar from one baseline; clicking one shows its recipients. */
export function FigureBars({ campaign, figures, address, change }: FigureBarsProps) {
  const { t } = useLingui();
  const press = (figure: FigureId) =>
    change({ figure: figure === address.figure ? 'audience' : figure, reason: null, converted: false });
  const undelivered = besides.filter((figure) => figures[figure] > 0 || figure === address.figure);
  const shown = { figures, chosen: address.figure, onPress: press };
  return (
    <section className={styles.result} aria-label={t`Figures`}>
      <div className={styles.figure}>
        <h2>{t`Delivery funnel`}</h2>
        <p className={styles.quiet}>
          {plural(figures.sent, { one: 'Share of the # message sent.', other: 'Share of the # messages sent.' })}{' '}
          <CountsNote campaign={campaign} />
        </p>
        <Bars
          {...shown}
          ids={funnel}
          end={<ConvertedBar campaign={campaign} whole={figures.audience} address={address} change={change} />}
        />
      </div>
      <div className={styles.figure}>
        <h2>{t`Not delivered`}</h2>
        {undelivered.length === 0 ? (
          <p className={styles.quiet}>{t`No one was excluded, is queued or failed.`}</p>
        ) : (
          <Bars {...shown} ids={undelivered} />
        )}
      </div>
    </section>
  );
}

function Bars(props: {
  ids: readonly FigureId[];
  figures: Figures;
  chosen: FigureId;
  onPress: (id: FigureId) => void;
  end?: ReactNode;
}) {
  const { t, i18n } = useLingui();
  const words = useCampaignLabels();
  const { figures } = props;
  const whole = Math.max(1, figures.audience);
  return (
    <ol className={styles.bars}>
      {props.ids.map((figure) => {
        const share = shareOf(figures, figure);
        const ofAudience = figure === 'sent' || figure === 'left_out' || figure === 'queued';
        return (
          <li key={figure}>
            <button
              type="button"
              className={styles.bar}
              aria-pressed={figure === 'audience' ? undefined : props.chosen === figure}
              data-figure={figure}
              data-tip={words.definition[figure]}
              onClick={() => props.onPress(figure)}
            >
              <span className={styles.barName}>{words.figure[figure]}</span>
              <span className={styles.track} aria-hidden="true">
                <i style={{ inlineSize: `${(100 * figures[figure]) / whole}%` }} />
              </span>
              <b>{i18n.number(figures[figure])}</b>
              <span className={styles.share}>
                {words.share(share)}
                {share !== null && (
                  <span className="visually-hidden">{ofAudience ? t`of the audience` : t`of those sent`}</span>
                )}
              </span>
              <span className="visually-hidden">{words.definition[figure]}</span>
            </button>
          </li>
        );
      })}
      {props.end}
    </ol>
  );
}

/** When the figures were updated, and until when they can change. */
function CountsNote({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui();
  const days = useDateLabels();
  const live = useConnectionState() === 'live';
  const changedAt = useLastChange(campaign);
  const until = countsChangeUntil(campaign, Date.now());
  return (
    <span>
      {until === null
        ? campaign.ended_at === null && t`Results update for 72 hours after the broadcast ends.`
        : t`Results update for 72 hours, until ${days.exact(until)}.`}{' '}
      {live ? t`Last change ${days.exact(changedAt)}.` : t`Offline. Last updated ${days.exact(changedAt)}.`}
    </span>
  );
}
