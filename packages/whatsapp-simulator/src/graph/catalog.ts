import type { OfferedProduct } from '../control-types.ts';
import type { Reply } from '../http/exchange.ts';
import type { Account } from '../storage/accounts.ts';
import { type GraphCall, pageOf, pickFields } from './call.ts';
import { GraphError, noSuchObject } from './errors.ts';
import { decimalId } from './ids.ts';
import { requireNumber, requireWaba } from './require.ts';
import { isJsonObject, type JsonObject } from './shape.ts';

/** A product of the sandbox's shop. `price` in pounds. */
interface Product {
  retailer_id: string;
  name: string;
  description: string;
  price: number;
  availability: 'in stock' | 'out of stock';
}

/** Of a bicycle shop, whatever the business is called. Article number, name, price, description. */
const products: readonly Product[] = [
  ['BELL-22', 'Brass bell', 12, 'Loud enough for a towpath. Fits bars of 22 mm.'],
  ['TUBE-700', 'Inner tube 700C', 6.5, 'For tyres of 25 to 32 mm, with a 48 mm valve.'],
  ['TYRE-32', 'Touring tyre 32 mm', 29.9, 'Puncture protection and a reflecting stripe.'],
  ['LIGHT-F60', 'Front light, 60 lux', 44, 'Rechargeable by USB-C, four hours on full.'],
  ['LIGHT-R', 'Rear light', 19.5, 'Rechargeable by USB-C, with a brake signal.'],
  ['LOCK-D', 'D-lock, 230 mm', 59, 'Sold Secure Gold, with two keys.'],
  ['HELMET-M', 'Helmet, size M', 65, 'For 54 to 58 cm. With a rear dial.'],
  ['HELMET-L', 'Helmet, size L', 65, 'For 58 to 62 cm. With a rear dial.'],
  ['BAG-20', 'Pannier bag, 20 l', 48, 'Waterproof, with a rolled top. One bag.'],
  ['PUMP-M', 'Mini pump', 22, 'Up to 7 bar, with a bracket for the frame.'],
  ['SADDLE-C', 'Comfort saddle', 38, 'Gel filling, for upright bikes.'],
  ['BIKE-HERON5', 'Heron 5 city bike', 849, 'Eight gears in the hub, belt drive, lights and a rack.', 'out of stock'],
].map(([retailer_id, name, price, description, availability = 'in stock']) => {
  return { retailer_id, name, price, description, availability } as Product;
});

const currency = 'GBP';
const money = new Intl.NumberFormat('en-GB', { style: 'currency', currency });
const defaults = ['id', 'name', 'retailer_id'];

/** The account's only catalogue; null where none is connected. */
export function catalogOf({ waba_id, verified_name, faults }: Account): { id: string; name: string } | null {
  return faults.no_catalog ? null : { id: decimalId(`catalogue of ${waba_id}`), name: verified_name };
}

/** `GET /{waba}/product_catalogs`. */
export function listCatalogs(call: GraphCall): Reply {
  requireWaba(call);
  const found = catalogOf(call.account);
  return pageOf(call, found === null ? [] : [pickFields({ ...found }, call.exchange.url.searchParams, ['id', 'name'])]);
}

/** `GET /{phone_number_id}/whatsapp_commerce_settings`: a list of one. */
export function readCommerceSettings(call: GraphCall): Reply {
  requireNumber(call);
  const { no_catalog, no_cart } = call.account.faults;
  const settings = { is_cart_enabled: !no_cart, is_catalog_visible: !no_catalog, id: decimalId(`shop of ${call.id}`) };
  return { status: 200, json: { data: [settings] } };
}

/** `GET /{catalog}/products?fields=&filter=&limit=&after=`: only the filter `{"name": {"i_contains": …}}` is played. */
export function listProducts(call: GraphCall): Reply {
  if (call.id !== catalogOf(call.account)?.id) throw noSuchObject(call.id);
  const { searchParams } = call.exchange.url;
  const words = wordsOf(searchParams.get('filter')).toLowerCase();
  const found = products.filter(({ name }) => name.toLowerCase().includes(words));
  return pageOf(
    call,
    found.map((product) => {
      const node = {
        ...product,
        id: decimalId(`${call.id} ${product.retailer_id}`),
        price: money.format(product.price),
      };
      return pickFields({ ...node, currency, image_url: undefined }, searchParams, defaults);
    }),
  );
}

function wordsOf(filter: string | null): string {
  if (filter === null) return '';
  let rule: unknown;
  try {
    rule = JSON.parse(filter);
  } catch {
    // Refused like any other rule that is not played.
  }
  const name = isJsonObject(rule) ? rule.name : undefined;
  const words = isJsonObject(name) ? name.i_contains : undefined;
  if (typeof words !== 'string') throw new GraphError(100, 'filter must be {"name": {"i_contains": "…"}}');
  return words;
}

/**
 * What a phone shows of a message with products: those it names that the catalogue has, all of them for the whole
 * catalogue; undefined for any other message.
 */
export function offeredProducts(content: unknown): OfferedProduct[] | undefined {
  if (!isJsonObject(content)) return undefined;
  if (content.type === 'catalog_message') return products.map(offered);
  if (content.type !== 'product' && content.type !== 'product_list') return undefined;
  const action = isJsonObject(content.action) ? content.action : {};
  const sections = Array.isArray(action.sections) ? action.sections.filter(isJsonObject) : [];
  const items = content.type === 'product' ? [action] : sections.flatMap(itemsOf);
  return items.flatMap(({ product_retailer_id: id }) => products.filter((one) => one.retailer_id === id).map(offered));
}

function itemsOf({ product_items: items }: JsonObject): JsonObject[] {
  return Array.isArray(items) ? items.filter(isJsonObject) : [];
}

function offered({ retailer_id, name, price, availability }: Product): OfferedProduct {
  return {
    product_retailer_id: retailer_id,
    name,
    item_price: price,
    currency,
    available: availability === 'in stock',
  };
}
