import { interactiveLimits as limits, productLimits } from '@parley/contract/content-limits';
import type { CatalogProduct } from '@parley/contract/types';
import { type Add, length, needed } from './check-fields.ts';

/** A product of the catalogue, with what it was called and cost when it was chosen. */
export type ChosenProduct = { product_retailer_id: string; name: string; price?: string };

/** One product is sent by itself, more as a list with a header. */
export type ProductsDraft = {
  offer: 'products' | 'catalog';
  catalogId: string;
  chosen: ChosenProduct[];
  header: string;
  body: string;
  section: string;
  footer: string;
};

export const emptyProducts: ProductsDraft = {
  ...{ offer: 'products', catalogId: '', chosen: [] },
  ...{ header: '', body: '', section: '', footer: '' },
};

export function isList({ offer, chosen }: ProductsDraft): boolean {
  return offer === 'products' && chosen.length > 1;
}

export function chosenFrom({ retailer_id, name, price }: CatalogProduct): ChosenProduct {
  return {
    product_retailer_id: retailer_id,
    name: cut(name, productLimits.name),
    ...(price !== null && { price: cut(price, productLimits.price) }),
  };
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}

export function checkProducts(draft: ProductsDraft, add: Add): void {
  if (draft.offer === 'products' && draft.chosen.length === 0) add('chosen', { kind: 'products' });
  if (isList(draft)) {
    needed(add, 'header', draft.header, limits.header);
    length(add, 'section', draft.section, limits.sectionTitle);
  }
  if (isList(draft) || draft.offer === 'catalog') needed(add, 'body', draft.body, limits.body);
  else length(add, 'body', draft.body, limits.body);
  length(add, 'footer', draft.footer, limits.footer);
}

export function productsContent(draft: ProductsDraft) {
  return { type: 'interactive' as const, interactive: interactiveOf(draft) };
}

function interactiveOf(draft: ProductsDraft) {
  const { offer, catalogId: catalog_id, chosen, section } = draft;
  const texts = {
    ...(draft.body.trim() === '' ? {} : { body: { text: draft.body.trim() } }),
    ...(draft.footer.trim() === '' ? {} : { footer: { text: draft.footer.trim() } }),
  };
  if (offer === 'catalog') return { type: 'catalog_message', ...texts, action: { name: 'catalog_message' } };
  const items = chosen.map(({ product_retailer_id }) => ({ product_retailer_id }));
  if (!isList(draft)) return { type: 'product', ...texts, action: { catalog_id, ...items[0] }, products: chosen };
  const title = section.trim() === '' ? {} : { title: section.trim() };
  return {
    type: 'product_list',
    header: { type: 'text', text: draft.header.trim() },
    ...texts,
    action: { catalog_id, sections: [{ ...title, product_items: items }] },
    products: chosen,
  };
}
