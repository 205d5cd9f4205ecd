import type { Template } from '@parley/contract/types';

function template(name: string, components: Template['components'], changes: Partial<Template> = {}): Template {
  return {
    id: name,
    waba_id: '102290129340398',
    name,
    language: 'en_US',
    category: 'UTILITY',
    status: 'ACTIVE',
    status_reason: null,
    status_at: null,
    paused_until: null,
    next_category: null,
    next_category_at: null,
    draft: null,
    quality: null,
    parameter_format: 'POSITIONAL',
    components,
    message_send_ttl_seconds: null,
    fetched_at: '2026-11-20T09:00:00.000Z',
    version: 1,
    ...changes,
  };
}

function card(text: string) {
  return {
    components: [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text },
      { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Tell me more' }] },
    ],
  };
}

/** Templates of every kind, for the gallery. */
export const sampleTemplates: Template[] = [
  template('service_reminder', [
    { type: 'HEADER', format: 'TEXT', text: 'Your {{1}}', example: { header_text: ['e-bike'] } },
    {
      type: 'BODY',
      text: 'Hello {{1}}, your bike is due for its {{2}} service. Would you like us to book it?',
      example: { body_text: [['Ana', '2,000 km']] },
    },
    { type: 'FOOTER', text: 'Kestrel Cycles, Harbour Road' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Book a slot' },
        {
          type: 'URL',
          text: 'See prices',
          url: 'https://shop.example/{{1}}',
          example: ['https://shop.example/e-bike'],
        },
      ],
    },
  ]),
  template(
    'spring_offer',
    [
      { type: 'HEADER', format: 'IMAGE' },
      {
        type: 'BODY',
        text: 'Dear {{1}}, everything for the garden is cheaper this week.',
        example: { body_text: [['Ana']] },
      },
      { type: 'BUTTONS', buttons: [{ type: 'COPY_CODE', text: 'Copy the code', example: 'SPRING' }] },
    ],
    { category: 'MARKETING' },
  ),
  template(
    'new_bikes',
    [
      { type: 'BODY', text: 'These bikes are new in our shop.' },
      { type: 'CAROUSEL', cards: [card('The Heron 5'), card('The Kestrel 2')] },
    ],
    { category: 'MARKETING' },
  ),
  template(
    'weekend_sale',
    [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'LIMITED_TIME_OFFER', limited_time_offer: { text: 'Weekend sale', has_expiration: true } },
      { type: 'BODY', text: 'All helmets are cheaper until Sunday.' },
      { type: 'BUTTONS', buttons: [{ type: 'COPY_CODE', text: 'Copy the code', example: 'HELMET' }] },
    ],
    { category: 'MARKETING' },
  ),
  template('catalogue_tour', [
    { type: 'BODY', text: 'Have a look around' },
    { type: 'CAROUSEL', cards: [] },
  ]),
  template('not_fetched', null),
];
