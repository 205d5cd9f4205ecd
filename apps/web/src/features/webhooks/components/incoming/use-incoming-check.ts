import { useLingui } from '@lingui/react/macro';
import type { FieldErrors } from '../../../../ui/use-form.ts';
import type { IncomingForm } from '../../data/incoming-form.ts';

/** What is missing in the settings of an incoming webhook. */
export function useIncomingCheck(): (values: IncomingForm) => FieldErrors<IncomingForm> {
  const { t } = useLingui();
  return ({ name, phone, kind, channel, text, template }) => ({
    ...(name.trim() === '' && { name: t`Enter a name.` }),
    ...(phone.trim() === '' && { phone: t`Enter where the phone number is.` }),
    ...(kind !== 'none' && channel === '' && { channel: t`Choose a channel.` }),
    ...(kind === 'text' && text.trim() === '' && { text: t`Enter a text.` }),
    ...(kind === 'template' && template === '' && { template: t`Choose a template.` }),
  });
}

/** The server's names of fields. */
export const incomingServerNames = {
  'contact.phone_number': 'phone',
  'contact.name': 'contactName',
  'contact.contact_list_ids': 'lists',
  'message.channel_id': 'channel',
  'message.template_id': 'template',
  'message.text': 'text',
} as const;
