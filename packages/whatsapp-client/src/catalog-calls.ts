import { type CallOutcome, toCallOutcome } from './call-outcome.ts';
import { isObject, type JsonObject, readId, readList, readName } from './fields.ts';
import { type CallBasics, type Caller, segment } from './graph-call.ts';
import { type GraphPage, type PageRequest, pageQuery, queryOf, readPage } from './read-page.ts';

/** A catalogue of products that is connected to a WhatsApp Business account. */
export type Catalog = { id: string; name: string | null };

/** What customers see of the catalogue in a chat with a number; null: WhatsApp did not say. */
export type CommerceSettings = { isCatalogVisible: boolean | null; isCartEnabled: boolean | null };

export type CatalogProduct = {
  /** The article's number at the business, by which messages and orders name it. */
  retailerId: string;
  name: string | null;
  description: string | null;
  /** With its currency, as WhatsApp writes it: `£12.00`. */
  price: string | null;
  /** As WhatsApp names it: `in stock`, `out of stock`, …; null when it did not say. */
  availability: string | null;
};

export type CatalogCalls = {
  /** Needs the permission `catalog_management`. An account has one catalogue at most. */
  listCatalogs(request: CallBasics & { wabaId: string }): Promise<CallOutcome<GraphPage<Catalog>>>;
  getCommerceSettings(request: CallBasics & { phoneNumberId: string }): Promise<CallOutcome<CommerceSettings>>;
  /** @param name only products with this text in their name, in any case */
  listProducts(
    request: CallBasics & PageRequest & { catalogId: string; name?: string },
  ): Promise<CallOutcome<GraphPage<CatalogProduct>>>;
};

const PRODUCT_FIELDS = 'retailer_id,name,description,price,availability';
const MAX_NAME = 255;
const MAX_DESCRIPTION = 9_999;

export function createCatalogCalls(call: Caller): CatalogCalls {
  return {
    async listCatalogs({ wabaId, ...basics }) {
      const path = `${segment(wabaId)}/product_catalogs`;
      return toCallOutcome(await call({ ...basics, method: 'GET', path }), (body) => readPage(body, readCatalog));
    },
    async getCommerceSettings({ phoneNumberId, ...basics }) {
      const path = `${segment(phoneNumberId)}/whatsapp_commerce_settings`;
      return toCallOutcome(await call({ ...basics, method: 'GET', path }), readSettings);
    },
    async listProducts({ catalogId, name, limit, after, ...basics }) {
      const filter = name === undefined ? undefined : JSON.stringify({ name: { i_contains: name } });
      const query = queryOf({
        fields: PRODUCT_FIELDS,
        filter,
        ...pageQuery({ ...(limit && { limit }), ...(after && { after }) }),
      });
      const path = `${segment(catalogId)}/products${query}`;
      return toCallOutcome(await call({ ...basics, method: 'GET', path }), (body) => readPage(body, readProduct));
    },
  };
}

function readCatalog(row: JsonObject): Catalog | null {
  const id = readId(row, 'id');
  return id === null ? null : { id, name: readName(row, 'name', MAX_NAME) };
}

/** A number without settings has an empty list. */
function readSettings(body: JsonObject): CommerceSettings {
  const [first] = readList(body, 'data');
  const settings = isObject(first) ? first : {};
  const flag = (key: string) => (typeof settings[key] === 'boolean' ? settings[key] : null);
  return { isCatalogVisible: flag('is_catalog_visible'), isCartEnabled: flag('is_cart_enabled') };
}

function readProduct(row: JsonObject): CatalogProduct | null {
  const retailerId = readName(row, 'retailer_id', MAX_NAME);
  if (retailerId === null) return null;
  return {
    retailerId,
    name: readName(row, 'name', MAX_NAME),
    description: readName(row, 'description', MAX_DESCRIPTION),
    price: readName(row, 'price', MAX_NAME),
    availability: readName(row, 'availability', MAX_NAME),
  };
}
