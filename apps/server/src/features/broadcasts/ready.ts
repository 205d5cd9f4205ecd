import type { FieldError } from '@parley/contract/errors';
import { type TemplateSlot, templateSlots, unfillableParts } from '@parley/contract/template-fill';
import type { SlotSource } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { findChannels } from '../channels/public.ts';
import { contextOf, type TableContext } from '../contacts/public.ts';
import { findSendable } from '../templates/public.ts';
import { namesAnybody } from './crowd.ts';
import { isKnownSource } from './missing-repo.ts';
import type { CampaignRow } from './repo.ts';

/** What a broadcast lacks to be started, by field of its row; [] when it is ready. */
export async function notReady(tx: TenantTx, row: CampaignRow): Promise<FieldError[]> {
  const problems: FieldError[] = [];
  const [channel] = await findChannels(tx, tx.clientId, [row.channel_id]);
  if (channel === undefined) problems.push({ field: 'channel_id', msg: 'This channel is gone. Choose another one.' });
  else if (channel.kind !== 'WHATSAPP') {
    problems.push({ field: 'channel_id', msg: 'Only a WhatsApp number sends templates. Choose another channel.' });
  }
  if (!namesAnybody(row.audience)) problems.push({ field: 'audience', msg: 'Choose who gets the broadcast.' });
  if (row.template_id === null) return [...problems, { field: 'template_id', msg: 'Choose a template.' }];
  const template = await findSendable(tx, row.template_id, row.channel_id);
  if (template === null || template.status === 'DELETED') {
    return [...problems, { field: 'template_id', msg: 'This template is none of the channel’s. Choose another one.' }];
  }
  if (template.status !== 'ACTIVE') {
    const msg = `WhatsApp calls ${template.name} ${template.status}: only an active template can be sent.`;
    return [...problems, { field: 'template_id', msg }];
  }
  if (template.components === null) {
    const msg = 'This template was not fetched from WhatsApp yet. Fetch the templates first.';
    return [...problems, { field: 'template_id', msg }];
  }
  const [part] = unfillableParts(template);
  if (part !== undefined) {
    problems.push({ field: 'template_id', msg: `A broadcast cannot fill in this part of the template: ${part}.` });
  }
  const context = await contextOf(tx, row.seer);
  for (const slot of templateSlots(template)) problems.push(...slotProblems(slot, row.variables[slot.key], context));
  return problems;
}

function slotProblems(slot: TemplateSlot, source: SlotSource | undefined, context: TableContext): FieldError[] {
  const field = `variables.${slot.key}`;
  const problem = (msg: string) => [{ field, msg }];
  if (source === undefined) return problem(`Choose what stands in ${slot.name}.`);
  if (!isKnownSource(source, context)) {
    return problem(
      'field' in source ? `There is no field named ${source.field}.` : `Write what stands in ${slot.name}.`,
    );
  }
  const isFile = slot.kind === 'image' || slot.kind === 'video' || slot.kind === 'document';
  if (isFile && 'value' in source && !/^https?:\/\/\S+$/i.test(source.value.trim())) {
    return problem('Name the file by a web address.');
  }
  return [];
}
