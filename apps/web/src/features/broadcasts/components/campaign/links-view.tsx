import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Campaign, CampaignLink } from '@parley/contract/types';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { allRecipients, type CampaignAddress } from '../../data/campaign/campaign-address.ts';
import { useLinks } from '../../data/campaign/link-queries.ts';
import { useCampaignLabels } from '../../data/campaign-labels.ts';
import { figuresOf } from '../../data/campaign-rules.ts';
import styles from './campaign.module.css';
import linkStyles from './links-view.module.css';

type Props = { campaign: Campaign; change: (part: Partial<CampaignAddress>) => void };

/** Taps by link and button, each with its recipients. */
export function LinksView({ campaign, change }: Props) {
  const { t } = useLingui();
  const { data: links, error, isError, refetch } = useLinks(campaign.id);
  return (
    <div className={styles.sheet}>
      {links === undefined && !isError && <Skeleton shape="text" label={t`Reading`} count={3} />}
      {links === undefined && isError && (
        <ProblemState title={t`Couldn’t load the links`} error={error} onRetry={() => void refetch()} />
      )}
      {links?.length === 0 && (
        <EmptyState title={t`No taps yet`}>
          <p>{t`Taps on quick replies appear here, and taps on links that the broadcast counts.`}</p>
        </EmptyState>
      )}
      {links !== undefined && links.length > 0 && (
        <LinkList links={links} delivered={figuresOf(campaign).delivered} change={change} />
      )}
    </div>
  );
}

export function LinkList({
  links,
  delivered,
  change,
}: {
  links: readonly CampaignLink[];
  delivered: number;
  change: Props['change'];
}) {
  const { t, i18n } = useLingui();
  const words = useCampaignLabels();
  return (
    <>
      <ul className={linkStyles.links} aria-label={t`Links and buttons`}>
        {links.map(({ kind, variant, variable, label, url, tapped, taps, bot_taps: bots }) => (
          <li key={`${kind} ${variant} ${variable} ${label}`}>
            <div>
              <strong>
                <bdi>{label === '' ? t`Deleted` : label}</bdi>
                {variant !== null && ` · ${variant === 'A' ? t`Variant A` : t`Variant B`}`}
              </strong>
              <p>
                {kind === 'button'
                  ? t`Quick reply`
                  : url === null
                    ? t`A different address for each recipient`
                    : url !== label && <bdi>{url}</bdi>}
              </p>
            </div>
            <button
              type="button"
              onClick={() =>
                change({
                  ...allRecipients,
                  tab: 'result',
                  variant,
                  ...(kind === 'link' ? { link: variable } : { button: label }),
                })
              }
            >
              {t`${plural(tapped, { one: '# recipient', other: '# recipients' })}`}
              {delivered > 0 && <span>{` · ${words.share(tapped / delivered)}`}</span>}
            </button>
            <p>
              {t`${plural(taps, { one: '# tap', other: '# taps' })}`}
              {bots > 0 && ` · ${t`${i18n.number(bots)} by link previews and other programs`}`}
            </p>
          </li>
        ))}
      </ul>
      <p className={styles.quiet}>{t`Shares are of delivered messages. Bots are recognized by their user agent.`}</p>
    </>
  );
}
