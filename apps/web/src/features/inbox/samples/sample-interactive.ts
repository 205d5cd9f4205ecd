import type { Message } from '@parley/contract/types';
import { contentOf } from '../composer/structured/drafts.ts';
import { sampleSent, sampleTime } from './sample-account.ts';

const around = { header: '', body: '', footer: '' };

/** Our messages with something to tap, a location and a contact card. */
export const sampleInteractive: Message[] = [
  contentOf('buttons', {
    header: 'Service',
    body: 'Which day suits you?',
    footer: 'Kestrel Cycles',
    buttons: ['Friday', 'Monday', 'Another day'],
  }),
  contentOf('list', {
    ...around,
    body: 'Choose a time for the *service*.',
    button: 'See times',
    sections: [
      {
        title: 'Morning',
        rows: [
          { title: 'Nine', description: 'Two places left' },
          { title: 'Eleven', description: '' },
        ],
      },
      { title: 'Afternoon', rows: [{ title: 'Three', description: 'Collect it the day after' }] },
    ],
  }),
  contentOf('link', { ...around, body: 'Our prices', label: 'Open prices', url: 'https://example.com/prices' }),
  contentOf('location_request', { body: 'Where shall we pick it up?' }),
  contentOf('location', { coordinates: '51.50735, -0.12776', name: 'Kestrel Cycles', address: '14 Harbour Road' }),
  contentOf('contact', {
    name: 'Omar Haddad',
    organisation: 'Kestrel Cycles',
    phones: ['+44 7700 900111'],
    emails: ['omar@example.com'],
  }),
  contentOf('products', {
    ...{ offer: 'products', catalogId: '1', header: 'For the towpath', body: 'Both fit your bike.' },
    ...{ section: 'Parts', footer: '' },
    chosen: [
      { product_retailer_id: 'BELL-22', name: 'Brass bell', price: '£12.00' },
      { product_retailer_id: 'TUBE-700', name: 'Inner tube 700C', price: '£6.50' },
    ],
  }),
  contentOf('products', {
    ...{ offer: 'catalog', catalogId: '', chosen: [], header: '', body: 'Look around', section: '', footer: '' },
  }),
].map((content, at) =>
  sampleSent(sampleTime(`15:${25 + at}`, 1), { status: 3, ...(content as Pick<Message, 'type'>) }),
);
