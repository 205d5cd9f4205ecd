import type { Campaign, CampaignFailure, RecipientState } from '@parley/contract/types';

/** What people call the state of a broadcast. */
export type CampaignStatus =
  | 'draft'
  | 'scheduled'
  | 'sending'
  | 'paused'
  | 'finished'
  | 'finished_with_failures'
  | 'cancelled';

type Standing = Pick<Campaign, 'state' | 'counters'>;

export function statusOf({ state, counters }: Standing): CampaignStatus {
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

/** People it was sent to who have not got it, as far as is known. */
export function notReached({ failed, capped, unknown }: Campaign['counters']): number {
  return failed + capped + unknown;
}

/** The figures of a broadcast, in the order they are shown; each is also the name of a filter. */
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
 * How many people stand behind each figure. Sums add up: the audience is who was left out, who waits and who it was sent to;
 * whoever read it got it, and whoever got it was sent it, as were those whom it failed to reach.
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

/** Of whom a figure is a share: of everybody, or of those it was sent to. */
const ofAudience: readonly FigureId[] = ['sent', 'left_out', 'queued'];

/** 0 to 1; null where there is nobody to be a share of, and for the audience itself. */
export function shareOf(figures: Figures, figure: FigureId): number | null {
  const whole = ofAudience.includes(figure) ? figures.audience : figures.sent;
  return figure === 'audience' || whole === 0 ? null : figures[figure] / whole;
}

export type PeopleFilter = { state?: RecipientState[]; after?: 'replied' | 'tapped' | 'opted_out' };

/** The people behind a figure, as the server is asked for them. */
export const peopleOf: Record<FigureId, PeopleFilter> = {
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

export type RetryState = CampaignFailure['state'];
export const figureOfFailure: Record<RetryState, FigureId> = {
  FAILED: 'failed',
  CAPPED: 'held_back',
  UNKNOWN: 'unknown',
};

/** Seconds until everybody was sent to, at the rate of now; null while that cannot be said. */
export function secondsLeft({ state, freezing, rate, counters }: Campaign): number | null {
  if (state !== 'RUNNING' || freezing || rate === null || rate <= 0 || counters.queued === 0) return null;
  return counters.queued / rate;
}

/** How much of those who are written to was sent, 0 to 1. */
export function doneShare(figures: Figures): number {
  const all = figures.sent + figures.queued;
  return all === 0 ? 1 : figures.sent / all;
}

/** WhatsApp reports what became of a message up to so many hours after it was sent. */
export const settleHours = 72;

/** Until when the counts can still change; null once they stand, and while the end is not known. */
export function countsMoveUntil({ ended_at: endedAt }: Pick<Campaign, 'ended_at'>, nowMs: number): string | null {
  if (endedAt === null) return null;
  const until = Date.parse(endedAt) + settleHours * 3_600_000;
  return until > nowMs ? new Date(until).toISOString() : null;
}

export type CampaignAct =
  | 'edit'
  | 'unschedule'
  | 'pause'
  | 'resume'
  | 'stop'
  | 'retry'
  | 'export'
  | 'archive'
  | 'unarchive'
  | 'delete';

/** What fits the state a broadcast is in; naming it and making another like it always do. */
export function actsThatFit(
  campaign: Pick<Campaign, 'state' | 'counters' | 'archived_at' | 'total'>,
): Set<CampaignAct> {
  const { state, counters, archived_at: archivedAt, total } = campaign;
  const ended = state === 'FINISHED' || state === 'CANCELLED';
  const fits: Record<CampaignAct, boolean> = {
    edit: state === 'DRAFT' || state === 'SCHEDULED',
    unschedule: state === 'SCHEDULED',
    pause: state === 'RUNNING',
    resume: state === 'PAUSED',
    stop: state === 'RUNNING' || state === 'PAUSED',
    retry: (state === 'FINISHED' || state === 'RUNNING' || state === 'PAUSED') && notReached(counters) > 0,
    export: (total ?? 0) > 0,
    archive: ended && archivedAt === null,
    unarchive: archivedAt !== null,
    delete: state === 'DRAFT',
  };
  return new Set((Object.keys(fits) as CampaignAct[]).filter((act) => fits[act]));
}

/** WhatsApp's codes for people whom sending the same again cannot reach: no account, opted out, blocked, not allowed there. */
const hopeless = new Set([131_026, 131_021, 131_030, 131_050, 130_472, 130_497]);

/** Whether sending the same again can change anything. */
export function retryHelps({ state, provider_code: code }: Pick<CampaignFailure, 'state' | 'provider_code'>): boolean {
  return state !== 'FAILED' || code === null || !hopeless.has(code);
}

/** The parts of a broadcast that another one like it begins with; a time that has passed is left behind. */
export function partsOf(campaign: Campaign, nowMs: number) {
  const { purpose, area, channel_id, template_id, audience, exclude, variables, schedule, stop_rules } = campaign;
  const at = schedule.at && Date.parse(schedule.at) > nowMs ? schedule.at : undefined;
  const { at: _before, ...rest } = schedule;
  return {
    ...(purpose !== null && { purpose }),
    area,
    channel_id,
    template_id,
    audience,
    exclude,
    variables,
    schedule: { ...rest, ...(at !== undefined && { at }) },
    stop_rules,
  };
}
