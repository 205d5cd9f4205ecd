import { cleanValue, fillTemplate } from '@parley/contract/template-fill';
import type { IncomingMessage } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import { idFromKey } from '../../../platform/ids.ts';
import { fillValues, readValue, requireValue } from '../../../platform/json-values.ts';
import { saveReceivedContact } from '../../contacts/public.ts';
import { findSendChannel, sendAsWebhook, webhookAuthor } from '../../messaging/public.ts';
import { findSendableTemplate, templateForSending } from '../../templates/public.ts';
import type { IncomingRow } from './incoming-repo.ts';

const longestName = 200;

export type ActionResult = {
  contact: { id: string; created: boolean; name: string; phone_number: string };
  customFields: Record<string, string>;
  message: { id: string; text: string } | null;
};

/**
 * What a call does, in its transaction: saves the contact, then sends.
 * @param callId of the row of the call: the message's id derives from it
 * @throws AppError naming the value of the body, or the setting, that is wrong
 */
export async function runActions(
  tx: TenantTx,
  { contact: mapping, message }: Pick<IncomingRow, 'contact' | 'message'>,
  body: unknown,
  callId: string,
): Promise<ActionResult> {
  const channel = message === null ? null : await findSendChannel(tx, message.channel_id);
  if (message !== null && channel === null) throw invalid('message.channel_id', 'This channel was not found.');
  const number = requireValue(body, mapping.phone_number);
  const name = mapping.name === null ? null : readValue(body, mapping.name);
  if (name !== null && name.length > longestName) {
    throw invalid(mapping.name ?? 'name', `At most ${longestName} characters.`);
  }
  const customFields = Object.fromEntries(
    mapping.custom_fields.flatMap(({ field, path }) => {
      const value = readValue(body, path);
      return value === null ? [] : [[field, value]];
    }),
  );
  const contact = await saveReceivedContact(
    tx,
    {
      phoneNumber: { input: number, field: mapping.phone_number },
      name,
      customFields,
      listIds: mapping.contact_list_ids,
      sandbox: channel?.sandbox === true,
    },
    webhookAuthor,
  );
  if (message === null) return { contact, customFields, message: null };
  const id = idFromKey(tx.clientId, 'incoming webhook', callId);
  const content = await contentOf(tx, message, body);
  await sendAsWebhook(tx, {
    id,
    channelId: message.channel_id,
    contactId: contact.id,
    phone: contact.phone_number,
    ...content,
  });
  return { contact, customFields, message: { id, text: content.shown } };
}

type Content = { type: 'text' | 'template'; content: Record<string, unknown>; marketing: boolean; shown: string };

async function contentOf(tx: TenantTx, message: IncomingMessage, body: unknown): Promise<Content> {
  if (message.type === 'text') {
    const text = fillValues(message.text, body);
    if (text.length > 4_096)
      throw new AppError('validation_failed', {
        data: [{ field: 'message.text', msg: 'With its values the text is longer than 4,096 characters.' }],
      });
    return { type: 'text', content: { preview_url: false, body: text }, marketing: false, shown: text };
  }
  const template = await findSendableTemplate(tx, message.template_id, message.channel_id);
  if (template === null) throw invalid('message.template_id', 'This template was not found on the channel.');
  const values = Object.fromEntries(
    Object.entries(message.values).map(([key, text]) => [key, cleanValue(fillValues(text, body))]),
  );
  const { content, marketing } = await templateForSending(tx, message.channel_id, {
    id: template.id,
    components: fillTemplate(template, values),
  });
  const display = content['display'] as { body?: string } | undefined;
  return { type: 'template', content, marketing, shown: display?.body ?? template.name };
}
