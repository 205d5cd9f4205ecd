import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '@parley/contract/errors';
import {
  cleanValue,
  isSendableValue,
  listTemplateVariables,
  type TemplateVariable,
  unfillableParts,
  uploadedFileId,
} from '@parley/contract/template-fill';
import { malformedParts } from '@parley/contract/template-malformed';
import type { VariableSource } from '@parley/contract/types';
import { isVariableName, unknownVariables } from '@parley/contract/variables';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { findChannels } from '../../channels/public.ts';
import { tableContextOf } from '../../contacts/public.ts';
import { headerFileForSending } from '../../media/public.ts';
import { findRates } from '../../reports/public.ts';
import { findSendableTemplate } from '../../templates/public.ts';
import { findTemplateSnapshot, hasAudience } from '../audience/audience.ts';
import { conversionProblems } from '../conversions/conversions.ts';
import { findClock } from '../core/clock-query.ts';
import { isPassedForAll, plannedStart } from '../core/planned-start.ts';
import type { CampaignRow, TemplateSnapshot } from '../core/repo.ts';
import { sourcedVariables } from '../core/variables.ts';
import { audienceFileProblems } from '../files/audience-file.ts';
import { linkProblems } from '../links/link-problems.ts';
import { trackedVariables } from '../links/track-links.ts';

/** What a broadcast lacks to be started, by field of its row; [] when it is ready. */
export async function findStartProblems(tx: TenantTx, row: CampaignRow, publicUrl = ''): Promise<FieldError[]> {
  const problems: FieldError[] = [];
  const [channel] = await findChannels(tx, tx.clientId, [row.channel_id]);
  if (channel === undefined)
    problems.push({ field: 'channel_id', msg: 'This channel was removed. Choose another one.' });
  else if (channel.kind !== 'WHATSAPP') {
    problems.push({ field: 'channel_id', msg: 'Only WhatsApp channels can send templates. Choose another channel.' });
  }
  if (!hasAudience(row.audience)) problems.push({ field: 'audience', msg: 'Choose an audience.' });
  if (row.schedule.budget != null && (await findRates(tx)).currency === null) {
    problems.push({ field: 'schedule.budget', msg: 'Without rates costs are not known. Enter the rates first.' });
  }
  problems.push(...(await audienceFileProblems(tx, row)), ...(await conversionProblems(tx, row)));
  const { fields } = await tableContextOf(tx, row.viewer);
  const named = [...fields.values()];
  const names = named.filter(({ hidden }) => !hidden).map(({ name }) => name);
  const message = await messageProblems(tx, row, { channelId: row.channel_id, names, publicUrl });
  if (row.template_id !== null) {
    problems.push(
      ...(await timeProblems(tx, row)),
      ...(await zoneProblems(tx, row, names)),
      ...repeatProblems(row, named),
    );
  }
  return [...problems, ...message, ...(await abTestProblems(tx, row, { channelId: row.channel_id, names, publicUrl }))];
}

type Message = Pick<CampaignRow, 'template_id' | 'variables'>;
type MessageContext = {
  channelId: string;
  /** Names of the account's fields. */
  names: readonly string[];
  publicUrl: string;
};

/** What one message lacks: its template, and the values of its variables. */
async function messageProblems(
  tx: TenantTx,
  { template_id: id, variables }: Message,
  { channelId, names, publicUrl }: MessageContext,
): Promise<FieldError[]> {
  const only = (msg: string): FieldError[] => [{ field: 'template_id', msg }];
  if (id === null) return only('Choose a template.');
  const template = await findSendableTemplate(tx, id, channelId);
  if (template === null || template.status === 'DELETED') {
    return only('This template does not belong to the channel. Choose another one.');
  }
  if (template.status !== 'ACTIVE') {
    return only(`WhatsApp calls ${template.name} ${template.status}: only an active template can be sent.`);
  }
  if (template.components === null) {
    return only('This template isn’t synced yet. Sync the templates first.');
  }
  const [malformed] = malformedParts(template);
  if (malformed !== undefined) {
    return only(`The part ${malformed} of this template is not in WhatsApp’s format. Choose another one.`);
  }
  const problems: FieldError[] = [];
  const [part] = unfillableParts(template);
  if (part !== undefined) problems.push(...only(`A broadcast can’t fill in this part of the template: ${part}.`));
  for (const variable of listTemplateVariables(template))
    problems.push(...variableProblems(variable, variables[variable.key], names));
  problems.push(...linkProblems(sourcedVariables(template, variables), publicUrl));
  return [...problems, ...(await fileProblems(tx, variables['header.file'], listTemplateVariables(template)))];
}

/** What variant B lacks, and what does not go with an A/B test. */
async function abTestProblems(tx: TenantTx, row: CampaignRow, context: MessageContext): Promise<FieldError[]> {
  const { ab_test: test, schedule, template_id: templateA, variables } = row;
  if (test === null) return [];
  const found = await messageProblems(tx, test, context);
  const problems = found.map((problem) => ({
    ...problem,
    field: `ab_test.${problem.field}`,
    msg: `Variant B: ${problem.msg}`,
  }));
  if (test.template_id !== null && test.template_id === templateA && isDeepStrictEqual(test.variables, variables)) {
    problems.push({
      field: 'ab_test.template_id',
      msg: 'Variant B is the same as variant A. Choose another template or other values.',
    });
  }
  if ((schedule.first_share ?? null) !== null) {
    problems.push({
      field: 'schedule.first_share',
      msg: 'An A/B test is a first share itself. Turn off one of the two.',
    });
  }
  const snapshots = await Promise.all([
    findTemplateSnapshot(tx, templateA),
    findTemplateSnapshot(tx, test.template_id),
  ]);
  const sources = [variables, test.variables];
  const isTappable = snapshots.some(
    (template, at) =>
      hasQuickReply(template) ||
      trackedVariables(sourcedVariables(template, sources[at] ?? {}), context.publicUrl).length > 0,
  );
  if (test.winner === 'tapped' && !isTappable) {
    problems.push({
      field: 'ab_test.winner',
      msg: 'Neither variant has a quick reply or a tracked link, so no one can tap. Choose another rate.',
    });
  }
  return problems;
}

function hasQuickReply(template: TemplateSnapshot | null): boolean {
  return (template?.components ?? []).some(
    ({ buttons }) => Array.isArray(buttons) && buttons.some((button) => button?.type === 'QUICK_REPLY'),
  );
}

/** A time that has passed by the channel's clock; by recipients' local time the others decide. */
async function timeProblems(tx: TenantTx, row: CampaignRow): Promise<FieldError[]> {
  const at = row.schedule.at ?? null;
  if (at === null || (row.schedule.recipient_zone ?? null) !== null) return [];
  if (Date.parse(at) > (await findClock(tx, row.channel_id)).clock.getTime()) return [];
  return [{ field: 'schedule.at', msg: 'This time has passed. Choose a later time, or send it now.' }];
}

/** @param customFields names of the account's fields */
async function zoneProblems(tx: TenantTx, row: CampaignRow, customFields: readonly string[]): Promise<FieldError[]> {
  const zone = row.schedule.recipient_zone ?? null;
  if (zone === null) return [];
  const start = await plannedStart(tx, row);
  if (start === null || start.local === null) {
    return [{ field: 'schedule.at', msg: 'Choose the day and the local time at which recipients get it.' }];
  }
  const problems: FieldError[] = [];
  if (await isPassedForAll(tx, row.channel_id, start.local)) {
    problems.push({ field: 'schedule.at', msg: 'This time has passed for all recipients. Choose a later time.' });
  }
  const field = zone.field ?? null;
  if (field !== null && !customFields.includes(field)) {
    problems.push({ field: 'schedule.recipient_zone.field', msg: `There is no field named ${field}.` });
  }
  return problems;
}

function repeatProblems({ schedule }: CampaignRow, fields: readonly NamedField[]): FieldError[] {
  const repeat = schedule.repeat ?? null;
  if (repeat === null || repeat.every !== 'date') return [];
  const field = fields.find(({ name, hidden }) => name === repeat.field && !hidden);
  if (field?.type === 'date') return [];
  const msg = field === undefined ? `There is no field named ${repeat.field}.` : `${repeat.field} is not a date field.`;
  return [{ field: 'schedule.repeat.field', msg }];
}
type NamedField = { name: string; hidden: boolean; type: string };

/** An uploaded file has to be there, and is kept from now on. */
async function fileProblems(
  tx: TenantTx,
  source: VariableSource | undefined,
  variables: readonly TemplateVariable[],
): Promise<FieldError[]> {
  const kind = variables.find(({ key }) => key === 'header.file')?.kind;
  const mediaId = source !== undefined && 'value' in source ? uploadedFileId(source.value.trim()) : null;
  if (mediaId === null || (kind !== 'image' && kind !== 'video' && kind !== 'document')) return [];
  try {
    await headerFileForSending(tx, { kind, mediaId }, 'variables.header.file');
    return [];
  } catch (error) {
    if (error instanceof AppError) return [...error.data];
    throw error;
  }
}

/** @param customFields names of the account's fields */
function variableProblems(
  variable: TemplateVariable,
  source: VariableSource | undefined,
  customFields: readonly string[],
): FieldError[] {
  const field = `variables.${variable.key}`;
  const problem = (msg: string, suggestion?: string): FieldError[] => [
    { field, msg, ...(suggestion !== undefined && { suggestion }) },
  ];
  if (source === undefined) return problem(`Choose what stands in ${variable.name}.`);
  if ('field' in source && !isVariableName(source.field, customFields)) {
    return problem(`There is no field named ${source.field}.`);
  }
  const [value, fallback] = ['value' in source ? source.value.trim() : '', source.fallback?.trim() ?? ''];
  if ('value' in source && value === '' && fallback === '') return problem(`Write what stands in ${variable.name}.`);
  for (const text of [value, fallback]) {
    const [unknown] = unknownVariables(text, customFields);
    if (unknown !== undefined) return problem(`Unknown variable {{${unknown}}}. There is no field of that name.`);
    if (!isSendableValue(text)) {
      const msg = `New lines, tabs and more than 4 spaces in a row can’t be sent in ${variable.name}.`;
      return problem(msg, cleanValue(text));
    }
  }
  const isFile = variable.kind === 'image' || variable.kind === 'video' || variable.kind === 'document';
  const uploads = isFile && variable.card === undefined && uploadedFileId(value) !== null;
  if (isFile && !uploads && 'value' in source && !/^https?:\/\/\S+$/i.test(source.value.trim())) {
    return problem('Upload a file, or name it by a web address.');
  }
  if (variable.kind === 'time' && 'value' in source && !(Date.parse(value) > Date.now())) {
    return problem('Choose when the offer ends, in the future.');
  }
  return [];
}
