import { dayTimeIn } from '@parley/contract/local-time';
import { isFileValue, isSendableValue, listTemplateVariables, unfillableParts } from '@parley/contract/template-fill';
import type { AudienceCheck, CampaignAudience, Channel, Template, VariableSource } from '@parley/contract/types';
import { isVariableName, unknownVariables } from '@parley/contract/variables';
import type { AudienceFile } from './campaign-files.ts';
import { type BroadcastDraft, isSame } from './draft.ts';
import { holdsAddress, isOwnButton } from './tracked-links.ts';

export const stepNames = ['name', 'audience', 'message', 'when', 'check'] as const;
export type StepName = (typeof stepNames)[number];

/** The step in a URL; null when there is none. */
export function stepOf(word: unknown): StepName | null {
  return stepNames.find((name) => name === word) ?? null;
}

export function stepAfter(step: StepName): StepName | null {
  return stepNames[stepNames.indexOf(step) + 1] ?? null;
}

/** The step with a field that the server named: `variables.body.1`; null for one of none. */
export function stepOfField(field: string): StepName | null {
  const [part = ''] = field.split('.');
  if (['name', 'purpose', 'area', 'channel_id'].includes(part)) return 'name';
  if (part === 'audience' || part === 'exclude') return 'audience';
  if (part === 'template_id' || part === 'variables' || part === 'ab_test') return 'message';
  return part === 'schedule' || part === 'stop_rules' ? 'when' : null;
}

/** Above this many recipients the number must be typed to confirm. */
export const typedConfirmationThreshold = 500;

/** A problem that prevents sending. `count`: the number of contacts affected. */
export type DraftProblem = {
  /** Of an A/B test. */
  variant?: 'B';
} & (
  | { step: 'name'; kind: 'name' | 'channel' | 'paused' }
  | { step: 'audience'; kind: 'people' | 'nobody' | 'file' }
  | { step: 'message'; kind: 'template' | 'template_state' | 'template_gone' | 'unfillable' | 'ab_same' }
  | { step: 'message'; kind: 'source'; key: string }
  | { step: 'message'; kind: 'missing'; key: string; count: number }
  /** What is at the address of a file, in the server’s words. */
  | { step: 'message'; kind: 'link'; key: string; msg: string }
  | { step: 'when'; kind: 'past' | 'ab_share' | 'file_repeat' }
);

export type DraftFacts = {
  /** Undefined: it no longer exists. */
  channel: Channel | undefined;
  /** Of the channel; null while loading. */
  templates: readonly Template[] | null;
  customFields: readonly string[];
  /** The file of the audience. */
  file: AudienceFile;
  /** The current count; null while counting. */
  check: AudienceCheck | null;
  nowMs: number;
  /** The account's time zone. */
  zone: string;
};

/** Problems to fix before sending, in the order of the steps. */
export function draftProblems(draft: BroadcastDraft, facts: DraftFacts): DraftProblem[] {
  const { channel, templates, check, nowMs, zone } = facts;
  const found: DraftProblem[] = [];
  if (draft.name.trim() === '') found.push({ step: 'name', kind: 'name' });
  if (channel === undefined) found.push({ step: 'name', kind: 'channel' });
  else if (channel.state === 'PAUSED') found.push({ step: 'name', kind: 'paused' });
  if (!hasAudience(draft.audience)) found.push({ step: 'audience', kind: 'people' });
  else if (draft.audience.file_id !== undefined && isUnusable(facts.file)) {
    found.push({ step: 'audience', kind: 'file' });
  } else if (check !== null && check.will_receive + lackingIn(draft, check) === 0) {
    found.push({ step: 'audience', kind: 'nobody' });
  }
  found.push(...messageProblems(draft, templates, facts, undefined), ...abTestProblems(draft, templates, facts));
  if (draft.audience.file_id !== undefined && draft.schedule.repeat != null) {
    found.push({ step: 'when', kind: 'file_repeat' });
  }
  const at = lastMoment(draft, zone);
  if (at !== null && at <= nowMs) found.push({ step: 'when', kind: 'past' });
  return found;
}

/** How long sending takes, with what it is spread over and the wait before the rest of a first share or an A/B test. */
export function sendingSeconds({ schedule, ab_test }: BroadcastDraft, check: AudienceCheck): number {
  const { spread_hours: spread, per_day: perDay, first_share: share } = schedule;
  const days = perDay == null ? 0 : Math.ceil(check.will_receive / perDay) - 1;
  const test = ab_test !== null && ab_test.percent < 50 ? ab_test : null;
  const waitHours = test?.wait_hours ?? share?.wait_hours ?? 0;
  return Math.max(check.seconds, (spread ?? 0) * 3_600, days * 86_400) + waitHours * 3_600;
}

/** Whether a file cannot be sent to; one that is looked up may be. */
function isUnusable({ row, isGone }: AudienceFile): boolean {
  return isGone || (row !== null && (row.state !== 'ready' || row.purged || row.good === 0));
}

function abTestProblems(
  draft: BroadcastDraft,
  templates: readonly Template[] | null,
  facts: DraftFacts,
): DraftProblem[] {
  const { ab_test: test } = draft;
  if (test === null) return [];
  const { template_id, variables } = test;
  const found = messageProblems({ ...draft, template_id, variables }, templates, facts, 'B');
  const problems: DraftProblem[] = found.map((problem) => ({ ...problem, variant: 'B' }));
  if (template_id !== null && isSameMessage(draft, test)) problems.push({ step: 'message', kind: 'ab_same' });
  if (draft.schedule.first_share != null) problems.push({ step: 'when', kind: 'ab_share' });
  return problems;
}

type Message = Pick<BroadcastDraft, 'template_id' | 'variables'>;
function isSameMessage(a: Message, b: Message): boolean {
  return a.template_id === b.template_id && isSame(a.variables, b.variables);
}

/** The last clocks of the world are so far behind UTC. */
const lastZoneMs = 12 * 3_600_000;

/** When the broadcast is due, in recipients' time zones for the last of them; null: at once. */
function lastMoment({ schedule }: BroadcastDraft, zone: string): number | null {
  const at = schedule.at ?? null;
  // The server moves a repetition to its next due time.
  if (at === null || schedule.repeat != null) return null;
  if (schedule.recipient_zone == null) return Date.parse(at);
  const { day, time } = dayTimeIn(zone, Date.parse(at));
  return Date.parse(`${day}T${time}:00.000Z`) + lastZoneMs;
}

/** Contacts who would get it with values that are still missing, for the message step. */
function lackingIn({ exclude }: BroadcastDraft, { excluded }: AudienceCheck): number {
  if (exclude.missing_values) return 0;
  return excluded.find(({ reason }) => reason === 'missing_value')?.count ?? 0;
}

function messageProblems(
  { template_id, variables, exclude, audience }: BroadcastDraft,
  templates: readonly Template[] | null,
  { customFields, check, file }: DraftFacts,
  variant: 'B' | undefined,
): DraftProblem[] {
  const step = 'message';
  if (template_id === null) return [{ step, kind: 'template' }];
  if (templates === null) return [];
  const template = templates.find(({ id }) => id === template_id);
  if (template === undefined) return [{ step, kind: 'template_gone' }];
  if (template.status !== 'ACTIVE') return [{ step, kind: 'template_state' }];
  if (unfillableParts(template).length > 0) return [{ step, kind: 'unfillable' }];
  const columns = columnNames(file, audience.file_id);
  const keys = listTemplateVariables(template).map(({ key }) => key);
  const opened = new Set(
    listTemplateVariables(template)
      .filter(isOwnButton)
      .map(({ key }) => key),
  );
  const without = keys.filter((key) => {
    const source = variables[key];
    const leads = !opened.has(key) || (source !== undefined && holdsAddress(source));
    return !isFilled(source, customFields, columns) || !mayBeFile(key, source) || !leads;
  });
  const missing = exclude.missing_values ? [] : (check?.missing ?? []);
  return [
    ...without.map((key) => ({ step, kind: 'source', key }) as const),
    ...missing
      .filter((one) => one.variant === variant)
      .filter(({ key, count }) => count > 0 && keys.includes(key) && !without.includes(key))
      .map(({ key, count }) => ({ step, kind: 'missing', key, count }) as const),
    ...(check?.links ?? [])
      .filter((link) => link.variant === variant && keys.includes(link.key))
      .map(({ key, msg }) => ({ step, kind: 'link', key, msg }) as const),
  ];
}

/** Names of the columns of a file; null while they are not known. */
export function columnNames({ row }: AudienceFile, fileId: string | undefined): readonly string[] | null {
  if (fileId === undefined) return [];
  return row === null || row.columns.length === 0 ? null : row.columns.map(({ name }) => name);
}

/** Whether a variable has a valid text, or an existing field or column. */
export function isFilled(
  source: VariableSource | undefined,
  customFields: readonly string[],
  columns: readonly string[] | null,
): boolean {
  if (source === undefined) return false;
  const texts = ['value' in source ? source.value : '', source.fallback ?? ''].map((text) => text.trim());
  if (!texts.every((text) => isSendableValue(text) && unknownVariables(text, customFields).length === 0)) return false;
  if ('column' in source) return columns === null || columns.includes(source.column);
  return 'field' in source ? isVariableName(source.field, customFields) : texts.some((text) => text !== '');
}

/** A file that is the same for everybody is uploaded, or named by a web address. */
function mayBeFile(key: string, source: VariableSource | undefined): boolean {
  return key !== 'header.file' || source === undefined || !('value' in source) || isFileValue(source.value.trim());
}

export function hasAudience(audience: CampaignAudience): boolean {
  return Object.keys(trimmed(audience)).length > 0;
}

/** Without sources that are empty. */
export function trimmed(audience: CampaignAudience): CampaignAudience {
  const named = Object.entries(audience).filter(([, part]) => part !== undefined && !isEmpty(part));
  return Object.fromEntries(named) as CampaignAudience;
}

function isEmpty(part: unknown): boolean {
  if (Array.isArray(part)) return part.length === 0;
  return typeof part === 'object' && part !== null && 'all' in part && Array.isArray(part.all) && part.all.length === 0;
}
