import type { Campaign, CampaignFailure, RecipientState } from '@parley/contract/types';

/** The status shown on screens. */
export type CampaignStatus =
  | 'draft'
  | 'scheduled'
  | 'sending'
  | 'paused'
  | 'finished'
  | 'finished_with_failures'
  | 'cancelled';

type CampaignStateInput = Pick<Campaign, 'state' | 'counters'>;

export function statusOf({ state, counters }: CampaignStateInput): CampaignStatus {
  if (state === 'FINISHED') return notReached(counters) > 0 ? 'finished_with_failures' : 'finished';
  const words = {
    DRAFT: 'draft',
    SCHEDULED: 'scheduled',
    RUNNING: 'sending',
    PAUSED: 'paused',
    CANCELLED: 'cancelled',
  };
  return words[state] as CampaignStatus;
}

/** Recipients who were sent the message but, as far as known, did not get it. */
export function notReached({ failed, capped, unknown }: Campaign['counters']): number {
  return failed + capped + unknown;
}

/** The figures of a broadcast in the order shown; each is also the name of a filter. */
export const figureIds = [
  'audience',
  'sent',
  'delivered',
  'read',
  'tapped',
  'replied',
  'left_out',
  'queued',
  'failed',
  'held_back',
  'unknown',
  'opted_out',
] as const;
export type FigureId = (typeof figureIds)[number];
export type Figures = Record<FigureId, number>;

/**
 * The number of recipients behind each figure. Figures add up: the audience is the sum of excluded, waiting and sent;
 * sent includes delivered and failed, and delivered includes read.
 */
export function figuresOf({ counters, after, total }: Pick<Campaign, 'counters' | 'after' | 'total'>): Figures {
  const { queued, sent, delivered, read, skipped } = counters;
  const tried = sent + delivered + read + notReached(counters);
  return {
    audience: total ?? tried + queued + skipped,
    sent: tried,
    delivered: delivered + read,
    read,
    tapped: after.tapped,
    replied: after.replied,
    left_out: skipped,
    queued,
    failed: counters.failed,
    held_back: counters.capped,
    unknown: counters.unknown,
    opted_out: after.opted_out,
  };
}

/** The base of a figure's share: the audience, or those sent to. */
const ofAudience: readonly FigureId[] = ['sent', 'left_out', 'queued'];

/** 0 to 1; null when the base is empty, and for the audience itself. */
export function shareOf(figures: Figures, figure: FigureId): number | null {
  const total = ofAudience.includes(figure) ? figures.audience : figures.sent;
  return figure === 'audience' || total === 0 ? null : figures[figure] / total;
}

export type RecipientFilter = { state?: RecipientState[]; after?: 'replied' | 'tapped' | 'opted_out' };

/** The recipients behind a figure, as a filter of the API. */
export const recipientFilterOf: Record<FigureId, RecipientFilter> = {
  audience: {},
  sent: { state: ['SENT', 'DELIVERED', 'READ', 'FAILED', 'CAPPED', 'UNKNOWN'] },
  delivered: { state: ['DELIVERED', 'READ'] },
  read: { state: ['READ'] },
  tapped: { after: 'tapped' },
  replied: { after: 'replied' },
  left_out: { state: ['SKIPPED'] },
  queued: { state: ['QUEUED'] },
  failed: { state: ['FAILED'] },
  held_back: { state: ['CAPPED'] },
  unknown: { state: ['UNKNOWN'] },
  opted_out: { after: 'opted_out' },
};

type EarlierState = NonNullable<Campaign['audience']['earlier']>['states'][number];
const everyone: EarlierState[] = ['QUEUED', 'SENT', 'DELIVERED', 'READ', 'FAILED', 'UNKNOWN', 'SKIPPED', 'CAPPED'];

/** The recipients behind a figure as the audience of another broadcast; null: who opted out gets none. */
export function earlierStatesOf(figure: FigureId): EarlierState[] | null {
  switch (figure) {
    case 'audience':
      return everyone;
    case 'opted_out':
      return null;
    case 'tapped':
      return ['TAPPED'];
    case 'replied':
      return ['REPLIED'];
    default:
      return recipientFilterOf[figure].state ?? null;
  }
}

export type RetryState = CampaignFailure['state'];
export const figureOfFailure: Record<RetryState, FigureId> = {
  FAILED: 'failed',
  CAPPED: 'held_back',
  UNKNOWN: 'unknown',
};

/** Seconds until all messages are sent, at the current rate; null while unknown, as before and during a wait for the rest. */
export function secondsLeft({ state, preparing, rate, counters, share }: Campaign): number | null {
  if (share !== null) return null;
  if (state !== 'RUNNING' || preparing || rate === null || rate <= 0 || counters.queued === 0) return null;
  return counters.queued / rate;
}

/** The share of recipients that were sent to, 0 to 1. */
export function sentShare(figures: Figures): number {
  const all = figures.sent + figures.queued;
  return all === 0 ? 1 : figures.sent / all;
}

/** WhatsApp reports statuses up to this many hours after sending. */
export const settleHours = 72;

/** Until when the counts can change; null once they are final, and while the end is unknown. */
export function countsChangeUntil({ ended_at: endedAt }: Pick<Campaign, 'ended_at'>, nowMs: number): string | null {
  if (endedAt === null) return null;
  const until = Date.parse(endedAt) + settleHours * 3_600_000;
  return until > nowMs ? new Date(until).toISOString() : null;
}

/** Whether it is a recurring broadcast, which is not sent itself: its due times make broadcasts. */
export function isRecurring({ schedule }: Pick<Campaign, 'schedule'>): boolean {
  return schedule.repeat != null;
}

export type CampaignAction =
  | 'edit'
  | 'unschedule'
  | 'pause'
  | 'resume'
  | 'stop'
  | 'end'
  | 'retry'
  | 'export'
  | 'archive'
  | 'unarchive'
  | 'delete';

/** The actions that the state of a broadcast allows; renaming and duplicating always. */
export function availableActions(
  campaign: Pick<Campaign, 'state' | 'state_reason' | 'counters' | 'archived_at' | 'total' | 'schedule'>,
): Set<CampaignAction> {
  const { state, counters, archived_at: archivedAt, total } = campaign;
  const recurring = isRecurring(campaign);
  const ended = state === 'FINISHED' || state === 'CANCELLED';
  const fits: Record<CampaignAction, boolean> = {
    edit: state === 'DRAFT' || state === 'SCHEDULED' || (recurring && state === 'PAUSED'),
    unschedule: state === 'SCHEDULED' && !recurring,
    pause: state === 'RUNNING' || (recurring && state === 'SCHEDULED'),
    // After an A/B test that asks, the choice of a variant resumes it.
    resume: state === 'PAUSED' && campaign.state_reason !== 'ab_choice',
    stop: !recurring && (state === 'RUNNING' || state === 'PAUSED'),
    end: recurring && (state === 'SCHEDULED' || state === 'PAUSED'),
    retry: (state === 'FINISHED' || state === 'RUNNING' || state === 'PAUSED') && notReached(counters) > 0,
    export: (total ?? 0) > 0,
    archive: ended && archivedAt === null,
    unarchive: archivedAt !== null,
    delete: state === 'DRAFT',
  };
  return new Set((Object.keys(fits) as CampaignAction[]).filter((action) => fits[action]));
}

/** WhatsApp's codes for failures that a retry cannot fix: no account, opted out, blocked, not allowed there. */
const hopeless = new Set([131_026, 131_021, 131_030, 131_050, 130_472, 130_497]);

/** Whether a retry can help. */
export function retryHelps({ state, provider_code: code }: Pick<CampaignFailure, 'state' | 'provider_code'>): boolean {
  return state !== 'FAILED' || code === null || !hopeless.has(code);
}

/** What a duplicate takes over from a broadcast; a start time that has passed is dropped. */
export function duplicateParts(campaign: Campaign, nowMs: number) {
  const { purpose, area, channel_id, template_id, audience, exclude, variables, schedule, stop_rules, ab_test } =
    campaign;
  const at = schedule.at && Date.parse(schedule.at) > nowMs ? schedule.at : undefined;
  const { at: _before, ...rest } = schedule;
  // A broadcast of a series was limited to the day that made it.
  const { on_day: _day, ...everyone } = audience;
  return {
    ...(purpose !== null && { purpose }),
    area,
    channel_id,
    template_id,
    audience: everyone,
    exclude,
    variables,
    schedule: { ...rest, ...(at !== undefined && { at }) },
    stop_rules,
    ab_test,
  };
}
