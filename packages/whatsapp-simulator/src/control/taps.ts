import type { TapInput } from '../control-types.ts';
import { permissionMs } from '../engine/call-permissions.ts';
import { enqueueStatus } from '../engine/updates.ts';
import { isJsonObject, type JsonObject } from '../graph/shape.ts';
import type { Reply } from '../http/exchange.ts';
import { type Account, clockOf } from '../storage/accounts.ts';
import type { Message } from '../storage/messages.ts';
import { type ControlCall, ControlFault, invalid, phoneOf, readObject } from './call.ts';
import { readFields, text, whole } from './fields.ts';
import { write } from './messages.ts';
import type { InboundInput } from './validate-inbound.ts';

/**
 * `POST …/phones/{id}/taps {message_id, card?, button? | row_id?}`: the customer taps a button of a received message, or
 * chooses a row of its list. Returns the resulting message.
 * @throws ControlFault 404 no such message, 422 no such button, or one that sends nothing
 */
export async function tap(call: ControlCall): Promise<Reply> {
  const { id, message_id, button, card, row_id } = readFields<Required<TapInput>>(await readObject(call.exchange), {
    id: text(128),
    message_id: text(255),
    button: whole(0, 9),
    card: whole(0, 9),
    row_id: text(200),
  });
  const message = gotBy(call, message_id ?? '');
  const answer =
    row_id === undefined ? answerOfButton(call.account, message, button ?? 0, card) : answerOfRow(message, row_id);
  if (answer === null) throw invalid('This message has no such button that answers');
  return write(call, { callerId: id ?? null, context: message.wamid, ...answer });
}

/** `POST …/phones/{id}/plays {message_id}`: the customer plays a voice message. */
export async function play(call: ControlCall): Promise<Reply> {
  const { core, account } = call;
  const { message_id } = readFields<{ message_id: string }>(await readObject(call.exchange), { message_id: text(255) });
  const message = gotBy(call, message_id ?? '');
  if (message.type !== 'audio') throw invalid('Only a voice message can be played');
  const phone = phoneOf(call);
  if (!phone.online) throw new ControlFault(409, 'phone_offline', 'The phone is offline');
  core.database.write(() => {
    if (message.status < 3) enqueueStatus(core, account, phone, message, 'read');
    if (message.status < 4) enqueueStatus(core, account, phone, message, 'played');
    core.messages.step(message, 4, null);
    core.watchers.notify(account.key, phone.id);
  });
  return { status: 200, json: { success: true } };
}

/** @throws ControlFault 404 unless the phone received it */
function gotBy(call: ControlCall, wamid: string): Message {
  const message = call.core.messages.find(call.account.key, wamid);
  if (message?.inbound !== 0 || message.phone !== phoneOf(call).id || message.status < 2) {
    throw new ControlFault(404, 'not_found', 'This phone got no such message');
  }
  return message;
}

type Answer = Pick<InboundInput, 'type' | 'content'>;

type Tapped = { id: string; title: string };
type Buttons = { action?: { buttons?: { reply?: Tapped; quick_reply?: Tapped }[] } };

function answerOfButton(account: Account, message: Message, place: number, card: number | undefined): Answer | null {
  const content = JSON.parse(message.content) as JsonObject;
  if (message.type === 'template') return answerOfTemplate(message, content, place);
  if (message.type !== 'interactive') return null;
  if (content.type === 'call_permission_request') return permissionReply(account, place);
  if (content.type === 'request_contact_info') return { type: 'contacts', content: [ownCard(message)] };
  const { action } = content as Buttons & { action?: { cards?: Buttons[] } };
  const button = (card === undefined ? action : action?.cards?.[card]?.action)?.buttons?.[place];
  const reply = button?.reply ?? button?.quick_reply;
  return reply ? { type: 'interactive', content: { type: 'button_reply', button_reply: reply } } : null;
}

/** The first button allows calls for seven days, the second always, the third declines them. */
function permissionReply(account: Account, place: number): Answer | null {
  const replies = [
    {
      response: 'accept',
      is_permanent: false,
      expiration_timestamp: Math.floor((clockOf(account) + permissionMs) / 1000),
    },
    { response: 'accept', is_permanent: true },
    { response: 'reject', is_permanent: false },
  ];
  const reply = replies[place];
  if (reply === undefined) return null;
  const call_permission_reply = { ...reply, response_source: 'user_action' };
  return { type: 'interactive', content: { type: 'call_permission_reply', call_permission_reply } };
}

/** What a phone sends that shares its number when it is asked: WhatsApp marks it (`origin`). */
function ownCard({ phone }: Message): JsonObject {
  const number = `+${phone}`;
  return { vcard: `BEGIN:VCARD\nVERSION:3.0\nTEL:${number}\nEND:VCARD`, phones: [{ phone: number }] };
}

function answerOfTemplate(message: Message, content: JsonObject, place: number): Answer | null {
  const display =
    message.display === null ? null : (JSON.parse(message.display) as { buttons: string[]; kinds?: string[] });
  const title = display?.buttons[place];
  if (title === undefined || (display?.kinds?.[place] ?? 'QUICK_REPLY') !== 'QUICK_REPLY') return null;
  const components = Array.isArray(content.components) ? content.components.filter(isJsonObject) : [];
  const own = components.find((one) => String(one.type).toLowerCase() === 'button' && Number(one.index) === place);
  const [parameter] = Array.isArray(own?.parameters) ? own.parameters.filter(isJsonObject) : [];
  const payload = typeof parameter?.payload === 'string' ? parameter.payload : title;
  return { type: 'button', content: { payload, text: title } };
}

function answerOfRow(message: Message, rowId: string): Answer | null {
  if (message.type !== 'interactive') return null;
  const { action } = JSON.parse(message.content) as {
    action?: { sections?: { rows?: { id: string; title: string; description?: string }[] }[] };
  };
  const row = action?.sections?.flatMap(({ rows }) => rows ?? []).find(({ id }) => id === rowId);
  if (!row) return null;
  const { id, title, description } = row;
  const list_reply = { id, title, ...(description === undefined ? {} : { description }) };
  return { type: 'interactive', content: { type: 'list_reply', list_reply } };
}
