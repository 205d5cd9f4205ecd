import type { Campaign, ChangeCampaignBody, CreateCampaignBody } from '@parley/contract/types';

/** What somebody decides about a broadcast, in the words of the API. */
export type BroadcastDraft = Pick<
  Campaign,
  'area' | 'audience' | 'channel_id' | 'exclude' | 'name' | 'schedule' | 'stop_rules' | 'template_id' | 'variables'
> & { purpose: string };
export type DraftPart = keyof BroadcastDraft;

/** A peer's threshold: a quarter of the latest hundred. */
export const usualStopRules = { failure_percent: 25, of: 100 };

/** How many words a name may have; the server refuses longer ones. */
const mostName = 200;

export function freshDraft(name: string, channel: { id: string; sandbox: boolean }): BroadcastDraft {
  return {
    name,
    purpose: '',
    ...onChannel(channel),
    template_id: null,
    audience: {},
    exclude: {},
    variables: {},
    schedule: {},
    stop_rules: usualStopRules,
  };
}

/** A sandbox channel reaches people of the sandbox only, and the server holds to it. */
export function onChannel({ id, sandbox }: { id: string; sandbox: boolean }) {
  return { channel_id: id, area: sandbox ? ('BROADCAST_SANDBOX' as const) : ('BROADCAST' as const) };
}

export function draftOf(campaign: Campaign): BroadcastDraft {
  const { area, audience, channel_id, exclude, name, purpose, schedule, stop_rules, template_id, variables } = campaign;
  return {
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

/** What is sent to be kept. A name that is being typed anew is told when it is there. */
export function changeOf({ name, ...rest }: BroadcastDraft): ChangeCampaignBody {
  const told = name.trim();
  return told === '' ? rest : { ...rest, name: told };
}

/** @param otherwise the name of one that has none (yet) */
export function creationOf(id: string, draft: BroadcastDraft, otherwise: string): CreateCampaignBody {
  return { ...draft, id, name: draft.name.trim() || otherwise };
}

/** "Template - 20 Nov"; the parts as they are to be read. */
export function defaultName(what: string, day: string): string {
  return `${what.slice(0, mostName - day.length - 3)} - ${day}`;
}

/** Equal whatever the order of their keys: the server answers with its own. */
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
 * Two people changed the same draft. What only one of them changed is kept; `both` names what both did, where mine stands.
 * @param base as it was before either
 */
export function mergeDrafts(
  base: BroadcastDraft,
  mine: BroadcastDraft,
  theirs: BroadcastDraft,
): { draft: BroadcastDraft; both: DraftPart[] } {
  const parts = Object.keys(mine) as DraftPart[];
  const changed = parts.filter((part) => !isSame(base[part], mine[part]));
  const both = changed.filter((part) => !isSame(base[part], theirs[part]) && !isSame(mine[part], theirs[part]));
  const kept = Object.fromEntries(changed.map((part) => [part, mine[part]]));
  return { draft: { ...theirs, ...kept }, both };
}
