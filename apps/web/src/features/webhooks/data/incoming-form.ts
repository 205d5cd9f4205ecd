import type { IncomingContact, IncomingMessage, IncomingWebhook } from '@parley/contract/types';

/** The settings of an incoming webhook as a form has them. */
export type IncomingForm = {
  name: string;
  phone: string;
  contactName: string;
  /** Lines with an id of their own, for the form alone. */
  fields: Array<{ id: string; field: string; path: string }>;
  lists: string[];
  kind: 'none' | IncomingMessage['type'];
  channel: string;
  text: string;
  template: string;
  values: Record<string, string>;
};

export const emptyIncomingForm: IncomingForm = {
  ...{ name: '', phone: 'phone', contactName: 'name', fields: [], lists: [] },
  ...{ kind: 'none', channel: '', text: '', template: '', values: {} },
};

export function incomingFormOf({ name, contact, message }: IncomingWebhook): IncomingForm {
  return {
    ...emptyIncomingForm,
    name,
    phone: contact.phone_number,
    contactName: contact.name ?? '',
    fields: contact.custom_fields.map((line, at) => ({ id: String(at), ...line })),
    lists: contact.contact_list_ids,
    ...(message !== null && { kind: message.type, channel: message.channel_id }),
    ...(message?.type === 'text' && { text: message.text }),
    ...(message?.type === 'template' && { template: message.template_id, values: message.values }),
  };
}

/** What the API takes; lines without an attribute or a path are left out. */
export function incomingBodyOf(form: IncomingForm): {
  name: string;
  contact: IncomingContact;
  message: IncomingMessage | null;
} {
  const name = form.contactName.trim();
  const contact = {
    phone_number: form.phone.trim(),
    name: name === '' ? null : name,
    custom_fields: form.fields
      .map(({ field, path }) => ({ field: field.trim(), path: path.trim() }))
      .filter(({ field, path }) => field !== '' && path !== ''),
    contact_list_ids: form.lists,
  };
  return { name: form.name.trim(), contact, message: messageOf(form) };
}

function messageOf({ kind, channel, text, template, values }: IncomingForm): IncomingMessage | null {
  if (kind === 'none') return null;
  if (kind === 'text') return { type: 'text', channel_id: channel, text: text.trim() };
  return { type: 'template', channel_id: channel, template_id: template, values };
}

/** A body that fits the settings, to begin a test with. */
export function sampleBodyOf({ contact, message }: Pick<IncomingWebhook, 'contact' | 'message'>): object {
  const texts = message === null ? [] : message.type === 'text' ? [message.text] : Object.values(message.values);
  const named = texts.flatMap((text) => [...text.matchAll(/\{\{\s*([^\s{}]+)\s*\}\}/g)].map(([, path = '']) => path));
  const body: Record<string, unknown> = {};
  for (const path of named) put(body, path, 'example');
  for (const { path } of contact.custom_fields) put(body, path, 'example');
  if (contact.name !== null) put(body, contact.name, 'Amara Okafor');
  put(body, contact.phone_number, '+447700900123');
  return body;
}

function put(body: Record<string, unknown>, path: string, value: string): void {
  const names = path
    .replace(/^\$\.?/, '')
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .split('.')
    .filter((name) => name !== '');
  const last = names.pop();
  if (last === undefined) return;
  let place: Record<string, unknown> = body;
  for (const [at, name] of names.entries()) {
    const isList = /^\d+$/.test(names[at + 1] ?? last);
    const inside = place[name];
    if (typeof inside !== 'object' || inside === null) place[name] = isList ? [] : {};
    place = place[name] as Record<string, unknown>;
  }
  place[last] = value;
}
