import { loadConfig } from '../platform/config.ts';

let productName = 'Parley';
let pageName = '';

/** Sets `Page · Product`. */
export function setDocumentTitle(page: string): void {
  pageName = page;
  document.title = `${page} · ${productName}`;
}

/** Uses the product name of the configuration once it is loaded. */
export async function nameProduct(): Promise<void> {
  productName = (await loadConfig()).product_name;
  if (pageName !== '') setDocumentTitle(pageName);
}
