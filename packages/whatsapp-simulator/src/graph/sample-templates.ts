import { decimalId } from './ids.ts';

export type TemplateCategory = 'UTILITY' | 'MARKETING' | 'AUTHENTICATION';

export interface TemplateButton {
  /** One of the kinds that `checkDraft` accepts. */
  type: string;
  text: string;
  url?: string;
  phone_number?: string;
  example?: string[];
}

export type TemplateComponent =
  | { type: 'HEADER'; format: 'TEXT'; text: string; example?: { header_text: string[] } }
  | { type: 'HEADER'; format: 'IMAGE' | 'VIDEO' | 'DOCUMENT'; example: { header_handle: string[] } }
  | { type: 'HEADER'; format: 'LOCATION' }
  | { type: 'BODY'; text: string; example?: object }
  | { type: 'FOOTER'; text: string }
  | { type: 'BUTTONS'; buttons: TemplateButton[] }
  | { type: 'LIMITED_TIME_OFFER'; limited_time_offer: { text: string; has_expiration?: boolean } }
  | { type: 'CAROUSEL'; cards: { components: TemplateComponent[] }[] };

/** The history of a template, in milliseconds of the account's clock, newest last. */
export interface TemplateHistory {
  edits_ms?: number[];
  blocks_ms?: number[];
  /** How often its quality paused it. */
  pauses?: number;
  paused_until_ms?: number | null;
  /** Sends while it was paced. */
  paced?: number;
  deleted_ms?: number;
}

/** A template as `GET /{waba}/message_templates` lists it. */
export interface Template {
  id: string;
  name: string;
  language: string;
  category: TemplateCategory;
  /** APPROVED, PENDING, REJECTED, PAUSED, DISABLED, ARCHIVED; DELETED ones are not shown. */
  status: string;
  quality?: string;
  rejected_reason?: string;
  /** When the business created it; absent for the samples. */
  made_ms?: number;
  /** Its history; never shown. */
  life?: TemplateHistory;
  parameter_format: 'POSITIONAL' | 'NAMED';
  message_send_ttl_seconds?: number;
  components: TemplateComponent[];
}

type Sample = Omit<Template, 'id' | 'status'>;

const orderButtons: TemplateButton[] = [
  {
    type: 'URL',
    text: 'Track order',
    url: 'https://shop.example/orders/{{1}}',
    example: ['https://shop.example/orders/A-17'],
  },
];

const samples: readonly Sample[] = [
  {
    name: 'hello_world',
    language: 'en_US',
    category: 'UTILITY',
    parameter_format: 'POSITIONAL',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Hello from the sandbox' },
      { type: 'BODY', text: 'This template works without any values. Answer it to open a 24 hour window.' },
      { type: 'FOOTER', text: 'Simulated, nothing leaves this machine' },
    ],
  },
  {
    name: 'order_ready',
    language: 'en_US',
    category: 'UTILITY',
    parameter_format: 'POSITIONAL',
    components: [
      {
        type: 'BODY',
        text: 'Hi {{1}}, your order {{2}} is ready to be picked up.',
        example: { body_text: [['Ana', 'A-17']] },
      },
      { type: 'BUTTONS', buttons: orderButtons },
    ],
  },
  {
    name: 'order_ready',
    language: 'de',
    category: 'UTILITY',
    parameter_format: 'POSITIONAL',
    components: [
      {
        type: 'BODY',
        text: 'Hallo {{1}}, Ihre Bestellung {{2}} liegt zur Abholung bereit.',
        example: { body_text: [['Ana', 'A-17']] },
      },
      { type: 'BUTTONS', buttons: [{ ...orderButtons[0], type: 'URL', text: 'Bestellung ansehen' }] },
    ],
  },
  {
    name: 'appointment_reminder',
    language: 'en_US',
    category: 'UTILITY',
    parameter_format: 'NAMED',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Your appointment' },
      {
        type: 'BODY',
        text: 'Hello {{first_name}}, we expect you on {{day}} at our office.',
        example: {
          body_text_named_params: [
            { param_name: 'first_name', example: 'Ana' },
            { param_name: 'day', example: 'Friday' },
          ],
        },
      },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'I will come' },
          { type: 'QUICK_REPLY', text: 'Another day' },
        ],
      },
    ],
  },
  {
    name: 'spring_offer',
    language: 'en_US',
    category: 'MARKETING',
    parameter_format: 'POSITIONAL',
    components: [
      { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['https://shop.example/spring.jpg'] } },
      {
        type: 'BODY',
        text: 'Dear {{1}}, everything in our garden section is cheaper this week.',
        example: { body_text: [['Ana']] },
      },
      { type: 'FOOTER', text: 'Tap to hear no more from us' },
      { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Stop offers' }] },
    ],
  },
];

/**
 * The approved templates of every sandbox account, by name and language; ids are stable per WhatsApp Business
 * account.
 */
export function sampleTemplates(wabaId: string): Template[] {
  return samples.map((sample) => ({
    ...sample,
    status: 'APPROVED',
    id: decimalId(`template ${wabaId} ${sample.name} ${sample.language}`),
  }));
}
