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
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { findChannels } from '../channels/public.ts';
import { tableContextOf } from '../contacts/public.ts';
import { headerFileForSending } from '../media/public.ts';
import { findSendableTemplate } from '../templates/public.ts';
import { hasAudience } from './audience.ts';
import { isPassedForAll, plannedStart } from './planned-start.ts';
import type { CampaignRow } from './repo.ts';

/** What a broadcast lacks to be started, by field of its row; [] when it is ready. */
export async function findStartProblems(tx: TenantTx, row: CampaignRow): Promise<FieldError[]> {
  const problems: FieldError[] = [];
  const [channel] = await findChannels(tx, tx.clientId, [row.channel_id]);
  if (channel === undefined)
    problems.push({ field: 'channel_id', msg: 'This channel was removed. Choose another one.' });
  else if (channel.kind !== 'WHATSAPP') {
    problems.push({ field: 'channel_id', msg: 'Only WhatsApp channels can send templates. Choose another channel.' });
  }
  if (!hasAudience(row.audience)) problems.push({ field: 'audience', msg: 'Choose an audience.' });
  if (row.template_id === null) return [...problems, { field: 'template_id', msg: 'Choose a template.' }];
  const template = await findSendableTemplate(tx, row.template_id, row.channel_id);
  if (template === null || template.status === 'DELETED') {
    return [
      ...problems,
      { field: 'template_id', msg: 'This template does not belong to the channel. Choose another one.' },
    ];
  }
  if (template.status !== 'ACTIVE') {
    const msg = `WhatsApp calls ${template.name} ${template.status}: only an active template can be sent.`;
    return [...problems, { field: 'template_id', msg }];
  }
  if (template.components === null) {
    const msg = 'This template was not fetched from WhatsApp yet. Fetch the templates first.';
    return [...problems, { field: 'template_id', msg }];
  }
  const [malformed] = malformedParts(template);
  if (malformed !== undefined) {
    const msg = `The part ${malformed} of this template is not in WhatsApp’s format. Choose another one.`;
    return [...problems, { field: 'template_id', msg }];
  }
  const [part] = unfillableParts(template);
  if (part !== undefined) {
    problems.push({ field: 'template_id', msg: `A broadcast cannot fill in this part of the template: ${part}.` });
  }
  const { fields } = await tableContextOf(tx, row.viewer);
  const names = [...fields.values()].filter(({ hidden }) => !hidden).map(({ name }) => name);
  problems.push(...(await zoneProblems(tx, row, names)));
  for (const variable of listTemplateVariables(template))
    problems.push(...variableProblems(variable, row.variables[variable.key], names));
  return [...problems, ...(await fileProblems(tx, row.variables['header.file'], listTemplateVariables(template)))];
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
