/** The account, number and contacts of every fixture. */
export const fixtureIds = {
  wabaId: '102290000000002',
  phoneNumberId: '106540000000001',
  displayPhoneNumber: '15550001111',
  customerPhone: '351910000001',
  customerUserId: 'PT.13490000000000000001',
  /** `biz_opaque_callback_data` of the single-status fixtures: a message id of ours. */
  messageId: '0199c1a0-0000-7000-8000-000000000001',
} as const;

export type Destination = { wabaId: string; phoneNumberId: string; displayPhoneNumber: string };

export type MessagesValue = { contacts?: unknown[]; messages?: unknown[]; statuses?: unknown[]; errors?: unknown[] };

/** A `messages` delivery of one change for one number; sign it with `signedBody`. */
export function buildWebhook(destination: Destination, value: MessagesValue): unknown {
  const { wabaId, phoneNumberId, displayPhoneNumber } = destination;
  const metadata = { display_phone_number: displayPhoneNumber, phone_number_id: phoneNumberId };
  const change = { field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } };
  return { object: 'whatsapp_business_account', entry: [{ id: wabaId, changes: [change] }] };
}

export type TextFromCustomer = { id: string; from: string; body: string; name?: string; timestampS: number };

/** The value of a delivery in which one customer writes one text. `timestampS` is in seconds, as Meta's are. */
export function textFromCustomer({ id, from, body, name, timestampS }: TextFromCustomer): MessagesValue {
  return {
    contacts: [{ profile: name === undefined ? {} : { name }, wa_id: from }],
    messages: [{ from, id, timestamp: String(timestampS), type: 'text', text: { body } }],
  };
}

export type StatusOfOurs = {
  id: string;
  status: 'sent' | 'delivered' | 'read' | 'played' | 'failed';
  recipient: string;
  timestampS: number;
  /** Our message id, returned by WhatsApp as `biz_opaque_callback_data`. */
  messageId?: string;
  errors?: unknown[];
};

/** One element of `statuses`. `timestampS` is in seconds. */
export function statusOfOurs({ id, status, recipient, timestampS, messageId, errors }: StatusOfOurs): unknown {
  return {
    id,
    status,
    timestamp: String(timestampS),
    recipient_id: recipient,
    ...(messageId === undefined ? {} : { biz_opaque_callback_data: messageId }),
    ...(errors === undefined ? {} : { errors }),
  };
}
