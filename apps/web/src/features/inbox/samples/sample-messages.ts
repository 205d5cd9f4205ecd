import type { MediaContent, Message, Transcript } from '@parley/contract/types';
import { sampleMessage, sampleSent, sampleTime, sampleUid } from './sample-account.ts';
import { sampleInteractive } from './sample-interactive.ts';

function media(changes: Partial<MediaContent>, state: 'provider' | 'gone' = 'provider'): MediaContent {
  return { media_info: { media_id: '1', mime_type: 'application/octet-stream', url: null, state }, ...changes };
}

/** A stored file. The images of the gallery are drawings beside the page. */
function ready(changes: Partial<MediaContent>, facts: Partial<MediaContent['media_info']>): MediaContent {
  const info = {
    media_id: '1',
    mime_type: 'image/png',
    size_bytes: 212_000,
    url: '/picture.svg',
    state: 'ready' as const,
  };
  return { ...changes, media_info: { ...info, ...facts } };
}

const text = (body: string) => ({ preview_url: false, body });

/** Every state of a recording's text. */
const transcripts: Transcript[] = [
  { state: 'ready', language: 'en', text: 'Could you have it ready by Friday?' },
  {
    state: 'ready',
    language: 'ar',
    text: 'مرحبا، أردت أن أسأل عن الدراجة. '.repeat(16).trim(),
  },
  { state: 'waiting' },
  { state: 'failed', reason: 'The AI provider didn’t answer within two minutes. Try again.' },
  { state: 'ready', text: '' },
];

/** A conversation with every type of content. */
export const sampleMessages: Message[] = [
  sampleSent(sampleTime('14:02', 1), {
    id: 'template',
    type: 'template',
    created_by: 'bot',
    status: 3,
    template: {
      id: 't1',
      name: 'service_reminder',
      language: 'en',
      components: [],
      display: {
        body: 'Hello Amara, your e-bike is due for its 2,000 km service. Would you like us to book it?',
        buttons: ['Book a slot', 'Not now'],
      },
    },
  }),
  sampleMessage(sampleTime('14:05', 1), {
    type: 'button',
    context: { message_id: 'template' },
    button: { text: 'Book a slot', payload: 'BOOK', kind: 'quick_reply' },
  }),
  sampleMessage(sampleTime('14:06', 1), {
    type: 'system',
    system: { body: 'Amara changed the phone number to +44 7700 900118' },
  }),
  sampleMessage(sampleTime('14:09', 1), {
    id: 'fall',
    type: 'image',
    image: media({ caption: 'It shifts badly since the fall. Is this the hanger?' }),
  }),
  sampleSent(sampleTime('14:16', 1), {
    status: 3,
    context: { message_id: 'fall' },
    text: text('Yes, bent rather than cracked. We can straighten it during the service: *£18*, twenty minutes.'),
    reaction: { theirs: { emoji: '👍', at: sampleTime('14:17', 1) } },
  }),
  sampleMessage(sampleTime('15:00', 1), {
    type: 'location',
    location: { latitude: 51.50735, longitude: -0.12776, name: 'Harbour Road', address: '14 Harbour Road, London' },
  }),
  sampleMessage(sampleTime('15:00', 1), { type: 'call', call: { outcome: 'missed' } }),
  sampleMessage(sampleTime('15:10', 1), { type: 'call', call: { outcome: 'answered', seconds: 194 } }),
  sampleMessage(sampleTime('15:01', 1), {
    type: 'contacts',
    contacts: [
      {
        name: { formatted_name: 'Kwame Mensah' },
        org: { company: 'Harbour Cycles', title: 'Mechanic' },
        phones: [{ phone: '+44 7700 900222' }],
        emails: [{ email: 'kwame@example.com' }],
        urls: [{ url: 'https://example.com' }],
        addresses: [{ street: '14 Harbour Road', city: 'London' }],
        birthday: '1990-04-01',
      },
    ],
  }),
  sampleMessage(sampleTime('15:02', 1), { type: 'document', document: media({ filename: 'warranty-card.pdf' }) }),
  sampleMessage(sampleTime('15:02', 1), {
    id: 'photo',
    type: 'image',
    image: ready({ caption: 'And this is the other side of it, where nothing touches' }, { width: 640, height: 420 }),
  }),
  sampleMessage(sampleTime('15:02', 1), { type: 'sticker', sticker: ready({}, { width: 512, height: 512 }) }),
  sampleMessage(sampleTime('15:02', 1), {
    type: 'audio',
    audio: ready({ voice: true }, { mime_type: 'audio/ogg', duration_ms: 14_000, url: '/none' }),
  }),
  ...transcripts.map((transcript) =>
    sampleMessage(sampleTime('15:02', 1), {
      type: 'audio',
      audio: ready({ voice: true, transcript }, { mime_type: 'audio/ogg', duration_ms: 14_000, url: '/none' }),
    }),
  ),
  sampleMessage(sampleTime('15:02', 1), {
    type: 'document',
    document: ready({ filename: 'Receipt 1182.pdf', caption: 'The receipt' }, { mime_type: 'application/pdf' }),
  }),
  sampleMessage(sampleTime('15:02', 1), {
    type: 'image',
    image: {
      media_info: { ...media({}).media_info, reason: 'The connection to WhatsApp broke. It is fetched again.' },
    },
  }),
  sampleMessage(sampleTime('15:03', 1), { type: 'audio', audio: media({ voice: true }, 'gone') }),
  sampleMessage(sampleTime('15:04', 1), { type: 'sticker', sticker: media({}) }),
  sampleMessage(sampleTime('15:05', 1), { type: 'video', video: media({ caption: 'Hear the noise?' }) }),
  sampleMessage(sampleTime('15:20', 1), {
    type: 'order',
    order: {
      product_items: [
        { product_retailer_id: 'BELL-22', quantity: 2, item_price: 8.5, currency: 'GBP' },
        { product_retailer_id: 'TUBE-28', quantity: 1, item_price: 6, currency: 'GBP' },
      ],
      text: 'For Saturday please',
    },
  }),
  sampleMessage(sampleTime('15:21', 1), {
    type: 'interactive',
    interactive: {
      type: 'nfm_reply',
      nfm_reply: {
        name: 'flow',
        body: 'Sent',
        response_json: '{"screen_0_Name_0":"Amara","screen_0_Frame_1":"54 cm","flow_token":"x"}',
      },
    },
  }),
  sampleMessage(sampleTime('15:22', 1), {
    type: 'unsupported',
    unsupported: {
      raw: { type: 'unsupported', unsupported: { type: 'poll' }, errors: [{ title: 'Message type is not supported' }] },
    },
  }),
  sampleMessage(sampleTime('15:23', 1), { type: 'system', system: { type: 'request_welcome' } }),
  sampleMessage(sampleTime('15:24', 1), {
    type: 'interactive',
    interactive: { type: 'call_permission_reply', call_permission_reply: { response: 'accept' } },
  }),
  ...sampleInteractive,
  sampleMessage(sampleTime('15:34', 1), {
    type: 'button',
    button: { text: 'Nine', payload: 'row_1_1', description: 'Two places left', kind: 'list_reply' },
  }),
  ...[1, 2, 3, 4, 5].map((place) =>
    sampleMessage(sampleTime(`15:4${place > 3 ? 1 : 0}`, 1), {
      id: `album-${place}`,
      type: 'image',
      image: ready(place === 5 ? { caption: 'From all sides' } : {}, { width: 640, height: 420 }),
      ...(place === 2 && { reaction: { ours: { emoji: '👍', at: sampleTime('15:42', 1), by: sampleUid } } }),
    }),
  ),
  sampleSent(sampleTime('15:50', 1), {
    status: 3,
    text: text('Here is our price list: https://www.example.com/prices'),
    link_preview: {
      url: 'https://www.example.com/prices',
      title: 'Prices of the workshop',
      description: 'What services, spare parts and the bent hanger cost, and how long they take.',
      image_url: '/picture.svg',
    },
  }),
  sampleMessage(sampleTime('09:40'), { text: text('هل يمكنني الدفع بالبطاقة؟ رقم الطلب 1182') }),
  sampleMessage(sampleTime('09:41'), {
    context: { message_id: 'not-held' },
    text: text('And this answers something older.'),
  }),
  sampleMessage(sampleTime('09:44'), {
    forwarded: 'often',
    edited_at: sampleTime('09:46'),
    text: text('Is this voucher real? It says half price on every saddle.'),
  }),
  sampleMessage(sampleTime('09:47'), {
    referral: { source_type: 'ad', source_url: 'https://fb.me/1', headline: 'Spring service' },
    ad_picture_url: '/picture.svg',
    product: { catalog_id: '1', product_retailer_id: 'BELL-22' },
    text: text('Do you have it in red?'),
  }),
  sampleMessage(sampleTime('09:48'), { revoked_at: sampleTime('09:49'), text: text('Wrong chat, sorry') }),
  sampleMessage(sampleTime('09:51'), {
    text: text(
      'Thanks, approved 🙏 Is the _blue_ bell still in stock?\n- `BL-22`\n- or ~red~ green\n> you said *yes* once\nhttps://example.com/bells',
    ),
  }),
];

/** Our messages in every state. */
export const sampleOutcomes: Message[] = [
  sampleSent(new Date().toISOString(), { status: 0, send_state: 'waiting', text: text('Just written') }),
  sampleSent(ago(30), { status: 0, send_state: 'waiting', text: text('Waits for half a minute') }),
  sampleSent(ago(90), {
    status: 0,
    send_state: 'waiting',
    waiting_reason: 'WhatsApp asked us to send more slowly; next try at 10:14.',
    text: text('Waits for a reason'),
  }),
  sampleSent(ago(30), { status: 0, send_state: 'held', held_reason: 'window_closed', text: text('Held') }),
  sampleSent(ago(30), { status: 0, send_state: 'unknown', text: text('Unknown, and it may still settle by itself') }),
  sampleSent(ago(900), { status: 0, send_state: 'unknown', text: text('Unknown for a quarter of an hour') }),
  sampleSent(ago(60), { status: 1, text: text('Accepted') }),
  sampleSent(ago(60), { status: 2, created_by: 'api:01890000', text: text('Delivered') }),
  sampleSent(ago(60), { status: 3, created_by: 'somebody-gone', text: text('Read') }),
  sampleSent(ago(60), { status: 4, created_by: sampleUid, type: 'audio', audio: media({ voice: true }) }),
  sampleSent(ago(60), {
    status: -1,
    send_state: 'failed',
    error: {
      code: 'whatsapp_131026',
      provider_code: 131026,
      message: 'The message couldn’t be delivered to this person.',
      next_step: 'Check that the number is on WhatsApp.',
      provider_title: 'Message undeliverable',
      details: 'The recipient does not use WhatsApp or has not accepted its terms.',
    },
    text: text('Con neumático nuevo son £34, la mano de obra va incluida.'),
  }),
];

function ago(seconds: number): string {
  return new Date(Date.now() - seconds * 1000).toISOString();
}
