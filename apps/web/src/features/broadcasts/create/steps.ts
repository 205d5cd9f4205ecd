import { isVariableName } from '@parley/contract/merge';
import { templateSlots, unfillableParts } from '@parley/contract/template-fill';
import type { AudienceCheck, CampaignAudience, Channel, SlotSource, Template } from '@parley/contract/types';
import type { BroadcastDraft } from './draft.ts';

export const stepNames = ['name', 'audience', 'message', 'when', 'check'] as const;
export type StepName = (typeof stepNames)[number];

/** The step that an address names; null when it names none. */
export function stepOf(word: unknown): StepName | null {
  return stepNames.find((name) => name === word) ?? null;
}

export function stepAfter(step: StepName): StepName | null {
  return stepNames[stepNames.indexOf(step) + 1] ?? null;
}

/** Somebody who must be asked for a typed number before more people than this are written to. */
export const mostWithoutTyping = 500;

/** What stands in the way of sending. `count`: how many people it is about. */
export type Trouble =
  | { step: 'name'; kind: 'name' | 'channel' | 'paused' }
  | { step: 'audience'; kind: 'people' | 'nobody' }
  | { step: 'message'; kind: 'template' | 'template_state' | 'template_gone' | 'unfillable' }
  | { step: 'message'; kind: 'source'; key: string }
  | { step: 'message'; kind: 'missing'; key: string; count: number }
  | { step: 'when'; kind: 'past' };

export type DraftFacts = {
  /** Undefined: it is not there any more. */
  channel: Channel | undefined;
  /** Of the channel; null while they are being read. */
  templates: readonly Template[] | null;
  customFields: readonly string[];
  /** As of now; null while it is being counted. */
  check: AudienceCheck | null;
  nowMs: number;
};

/** Everything that is to be mended, in the order of the steps. */
export function troublesOf(draft: BroadcastDraft, facts: DraftFacts): Trouble[] {
  const { channel, templates, check, nowMs } = facts;
  const found: Trouble[] = [];
  if (draft.name.trim() === '') found.push({ step: 'name', kind: 'name' });
  if (channel === undefined) found.push({ step: 'name', kind: 'channel' });
  else if (channel.state === 'PAUSED') found.push({ step: 'name', kind: 'paused' });
  if (!hasAudience(draft.audience)) found.push({ step: 'audience', kind: 'people' });
  else if (check?.will_receive === 0) found.push({ step: 'audience', kind: 'nobody' });
  found.push(...messageTroubles(draft, templates, facts));
  const at = draft.schedule.at ?? null;
  if (at !== null && Date.parse(at) <= nowMs) found.push({ step: 'when', kind: 'past' });
  return found;
}

function messageTroubles(
  { template_id, variables, exclude }: BroadcastDraft,
  templates: readonly Template[] | null,
  { customFields, check }: DraftFacts,
): Trouble[] {
  const step = 'message';
  if (template_id === null) return [{ step, kind: 'template' }];
  if (templates === null) return [];
  const template = templates.find(({ id }) => id === template_id);
  if (template === undefined) return [{ step, kind: 'template_gone' }];
  if (template.status !== 'ACTIVE') return [{ step, kind: 'template_state' }];
  if (unfillableParts(template).length > 0) return [{ step, kind: 'unfillable' }];
  const keys = templateSlots(template).map(({ key }) => key);
  const without = keys.filter((key) => !isFilled(variables[key], customFields));
  const missing = exclude.missing_values ? [] : (check?.missing ?? []);
  return [
    ...without.map((key) => ({ step, kind: 'source', key }) as const),
    ...missing
      .filter(({ key, count }) => count > 0 && keys.includes(key) && !without.includes(key))
      .map(({ key, count }) => ({ step, kind: 'missing', key, count }) as const),
  ];
}

/** Whether a variable has a text, or a field that exists, to be filled with. */
export function isFilled(source: SlotSource | undefined, customFields: readonly string[]): boolean {
  if (source === undefined) return false;
  if ((source.fallback ?? '').trim() !== '') return true;
  return 'field' in source ? isVariableName(source.field, customFields) : source.value.trim() !== '';
}

export function hasAudience(audience: CampaignAudience): boolean {
  return Object.keys(trimmed(audience)).length > 0;
}

/** Without parts that name nobody. */
export function trimmed(audience: CampaignAudience): CampaignAudience {
  const named = Object.entries(audience).filter(([, part]) => part !== undefined && !isEmpty(part));
  return Object.fromEntries(named) as CampaignAudience;
}

function isEmpty(part: unknown): boolean {
  if (Array.isArray(part)) return part.length === 0;
  return typeof part === 'object' && part !== null && 'all' in part && Array.isArray(part.all) && part.all.length === 0;
}
