import type { Campaign, ChangeCampaignBody, CreateCampaignBody } from '@parley/contract/types';

/** The content of a broadcast draft, with the names of the API. */
export type BroadcastDraft = Pick<
  Campaign,
  | 'ab_test'
  | 'area'
  | 'audience'
  | 'channel_id'
  | 'exclude'
  | 'name'
  | 'schedule'
  | 'stop_rules'
  | 'template_id'
  | 'variables'
> & { purpose: string };
export type DraftPart = keyof BroadcastDraft;

/** A common threshold: 25% of the latest 100. */
export const defaultStopRules = { failure_percent: 25, of: 100 };

/** The maximum length of a name; the server refuses longer ones. */
const maxNameLength = 200;

export function newDraft(name: string, channel: { id: string; sandbox: boolean }): BroadcastDraft {
  return {
    name,
    purpose: '',
    ...onChannel(channel),
    template_id: null,
    audience: {},
    exclude: {},
    variables: {},
    schedule: {},
    stop_rules: defaultStopRules,
    ab_test: null,
  };
}

/** A sandbox channel reaches sandbox contacts only; the server enforces it. */
export function onChannel({ id, sandbox }: { id: string; sandbox: boolean }) {
  return { channel_id: id, area: sandbox ? ('BROADCAST_SANDBOX' as const) : ('BROADCAST' as const) };
}

export function draftOf(campaign: Campaign): BroadcastDraft {
  const { area, audience, channel_id, exclude, name, purpose, schedule, stop_rules, template_id, variables } = campaign;
  return {
    ab_test: campaign.ab_test,
    area,
    audience,
    channel_id,
    exclude,
    name,
    purpose: purpose ?? '',
    schedule,
    stop_rules,
    template_id,
    variables,
  };
}

/** The body of an update. An empty name is not sent: it is being typed. */
export function changeOf({ name, ...rest }: BroadcastDraft): ChangeCampaignBody {
  const trimmedName = name.trim();
  return trimmedName === '' ? rest : { ...rest, name: trimmedName };
}

/** @param otherwise the name of a draft without one */
export function creationOf(id: string, draft: BroadcastDraft, otherwise: string): CreateCampaignBody {
  return { ...draft, id, name: draft.name.trim() || otherwise };
}

/** "Template - 20 Nov", from the displayed parts. */
export function defaultName(what: string, day: string): string {
  return `${what.slice(0, maxNameLength - day.length - 3)} - ${day}`;
}

/** Equality regardless of key order: the server returns keys in its own order. */
export function isSame(one: unknown, other: unknown): boolean {
  return inOrder(one) === inOrder(other);
}

function inOrder(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/**
 * Merges two versions of a draft. Parts that only one side changed take that value; `conflicts` names parts that both
 * changed, which stay as in mine.
 * @param base the common earlier version
 */
export function mergeDrafts(
  base: BroadcastDraft,
  mine: BroadcastDraft,
  theirs: BroadcastDraft,
): { draft: BroadcastDraft; conflicts: DraftPart[] } {
  const parts = Object.keys(mine) as DraftPart[];
  const changed = parts.filter((part) => !isSame(base[part], mine[part]));
  const conflicts = changed.filter((part) => !isSame(base[part], theirs[part]) && !isSame(mine[part], theirs[part]));
  const merged = Object.fromEntries(changed.map((part) => [part, mine[part]]));
  return { draft: { ...theirs, ...merged }, conflicts };
}
