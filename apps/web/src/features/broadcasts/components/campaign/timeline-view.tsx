import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { AbResult, AbTest, AbVariant, Campaign, CampaignEvent } from '@parley/contract/types';
import { Button } from '../../../../ui/button.tsx';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { useDateLabels } from '../../../../ui/use-date-labels.ts';
import { useActorName } from '../../../contacts/public.ts';
import { useCampaignEvents } from '../../data/campaign/recipient-queries.ts';
import { usePauseText } from '../../data/campaign-labels.ts';
import { useWinnerReason } from '../../data/use-ab-labels.ts';
import styles from './campaign.module.css';

/** The timeline of the broadcast, latest first. */
export function TimelineView({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui();
  const { found, events } = useCampaignEvents(campaign.id);
  if (found.isPending) {
    return (
      <div className={styles.sheet}>
        <Skeleton shape="text" label={t`Reading`} count={5} />
      </div>
    );
  }
  if (found.isError && events.length === 0) {
    return (
      <div className={styles.sheet}>
        <ProblemState title={t`Couldn’t load the timeline`} error={found.error} onRetry={() => void found.refetch()} />
      </div>
    );
  }
  return (
    <>
      <EventList events={events} campaign={campaign} />
      {found.hasNextPage && (
        <div className={styles.sheet}>
          <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>{t`Show earlier`}</Button>
        </div>
      )}
    </>
  );
}

export function EventList({ events, campaign }: { events: readonly CampaignEvent[]; campaign: Campaign }) {
  const days = useDateLabels();
  const say = useEventText(campaign);
  return (
    <ol className={styles.timeline}>
      {events.map((event) => {
        const { what, more } = say(event);
        return (
          <li key={event.id}>
            <time dateTime={event.at}>{days.exact(event.at)}</time>
            <div>
              <p>{what}</p>
              {more && <p className={styles.quiet}>{more}</p>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

type ChosenDetail = Pick<AbResult, 'why'> & { variant: AbVariant; rule: AbTest['winner'] };
type EventText = { what: string; more?: string };

function useEventText(campaign: Campaign): (event: CampaignEvent) => EventText {
  const { t } = useLingui();
  const actorName = useActorName();
  const pauseText = usePauseText();
  const winnerReason = useWinnerReason();
  const days = useDateLabels();
  return ({ kind, actor, detail }) => {
    const who = actorName(actor);
    const text = (name: string) => (typeof detail[name] === 'string' ? String(detail[name]) : '');
    const recipients = typeof detail['people'] === 'number' ? detail['people'] : null;
    const reason = text('reason');
    const byItself = reason !== '' && reason !== 'person';
    const words: Record<CampaignEvent['kind'], () => EventText> = {
      created: () => ({ what: t`${who} created the broadcast` }),
      changed: () => ({ what: t`${who} edited the broadcast` }),
      scheduled: () => ({
        what: t`${who} scheduled the broadcast`,
        ...(text('at') !== '' && { more: t`For ${days.exact(text('at'))}` }),
      }),
      started: () => ({ what: actor === 'bot' ? t`Started on schedule` : t`${who} started the broadcast` }),
      paused: () => {
        const said = pauseText({ ...campaign, state: 'PAUSED', state_reason: reason || 'person' });
        return byItself ? { what: said?.why ?? '' } : { what: t`${who} paused the broadcast` };
      },
      resumed: () => ({ what: actor === 'bot' ? t`Resumed automatically` : t`${who} resumed the broadcast` }),
      cancelled: () => ({
        what: detail['planned'] === true ? t`${who} unscheduled the broadcast` : t`${who} stopped the broadcast`,
      }),
      retried: () => ({
        what:
          actor === 'bot' ? t`Retried recipients on hold, as scheduled` : t`${who} resent to undelivered recipients`,
        ...(recipients !== null && { more: t`${plural(recipients, { one: '# recipient', other: '# recipients' })}` }),
      }),
      finished: () => ({ what: t`All messages sent` }),
      share_sent: () => ({
        what: t`First recipients sent`,
        ...(text('until') !== '' && { more: t`The rest waits until ${days.exact(text('until'))}` }),
      }),
      rest_sent: () => ({
        what: actor === 'bot' ? t`The wait is over: the rest is sent` : t`${who} sent the rest early`,
      }),
      winner_chosen: () => {
        const { variant, why, rule } = detail as ChosenDetail;
        return { what: winnerReason({ winner: variant, why }, rule, who) ?? '' };
      },
      repeated: () => ({
        what: t`Created a broadcast on schedule`,
        ...(typeof detail['missed'] === 'number' &&
          detail['missed'] > 0 && {
            more: t`${plural(detail['missed'], {
              one: '# earlier time had passed while the server was down and was skipped',
              other: '# earlier times had passed while the server was down and were skipped',
            })}`,
          }),
      }),
      retries_stopped: () => ({ what: t`${who} stopped the scheduled retries` }),
      renamed: () => ({
        what: t`${who} renamed the broadcast`,
        ...(text('from') !== '' && { more: t`Before: ${text('from')}` }),
      }),
    };
    return words[kind]();
  };
}
