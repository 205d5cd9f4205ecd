import { describe, expect, it } from 'vitest';
import { contentOf, type Drafts, emptyDrafts, type StructuredKind } from './drafts.ts';
import { filledFormOf } from './filled-form.ts';

const around = { header: 'Bikes', body: 'Which one?', footer: 'Kestrel' };
const card = (mediaId: string) => ({
  file: { mediaId, kind: 'image' as const, name: '', preview: '' },
  ...{ body: 'The Finch', buttons: ['Order', 'Ask'], label: '', url: '' },
});
const drafts: Partial<Drafts> = {
  buttons: { ...around, buttons: ['Yes', 'No'] },
  list: {
    ...around,
    button: 'Choose',
    sections: [
      {
        title: 'City',
        rows: [
          { title: 'Finch', description: '900 €' },
          { title: 'Heron', description: '' },
        ],
      },
    ],
  },
  link: { ...around, label: 'Open', url: 'https://example.com' },
  carousel: { body: 'Two bikes', action: 'reply', cards: [card('a'), card('b')] },
  products: {
    ...around,
    ...{ offer: 'products', catalogId: '7', section: 'For the towpath' },
    chosen: [
      { product_retailer_id: 'BELL-22', name: 'Brass bell', price: '£12.00' },
      { product_retailer_id: 'TUBE-700', name: 'Inner tube 700C' },
    ],
  },
  location_request: { body: 'Where are you?' },
  number_request: { body: 'What is your number?' },
  call_request: { body: 'May we call you?' },
};

describe('a failed message in its form', () => {
  it.each(Object.entries(drafts))('%s is filled in as it was', (kind, draft) => {
    const { interactive } = contentOf(kind as StructuredKind, draft as never);
    // The database orders properties in its own way, and the server adds what is shown of files.
    const stored = Object.fromEntries(Object.entries(interactive as object).reverse());
    expect(filledFormOf({ interactive: stored })).toEqual({ kind, initial: draft });
  });

  it.each<Partial<Drafts['products']>>([
    { catalogId: '7', chosen: [{ product_retailer_id: 'BELL-22', name: 'Brass bell' }], body: '', footer: 'Kestrel' },
    { offer: 'catalog', catalogId: '', body: 'Look around' },
  ])('one product, and the whole catalogue: %j', (part) => {
    const initial = { ...emptyDrafts.products, ...part };
    const { interactive } = contentOf('products', initial);
    expect(filledFormOf({ interactive })).toEqual({ kind: 'products', initial });
  });

  it('is not offered where the form would lose something', () => {
    const { interactive } = contentOf('buttons', { ...around, buttons: ['Yes'] });
    const own = JSON.parse(JSON.stringify(interactive).replace('button_1', 'my_id'));
    const file = {
      ...(interactive as object),
      header: { type: 'image', image: { link: 'https://example.com/a.png' } },
    };
    const unnamed = { type: 'product', action: { catalog_id: '7', product_retailer_id: 'BELL-22' } };
    for (const other of [own, file, unnamed, { type: 'flow' }]) expect(filledFormOf({ interactive: other })).toBeNull();
  });
});
