import { foldText } from '@parley/contract/fold-text';
import type { MarketGroup } from '@parley/contract/markets';
import { rateCategories } from '@parley/contract/rates';
import { countryCodes } from '../../../platform/country-choices.ts';
import { priceOf, type RateRow } from './rate-days.ts';

export type PriceList = {
  /** ISO 4217; null: the file names none, or one we do not know. */
  currency: string | null;
  rows: RateRow[];
  /** Names of markets that are none, and prices that cannot be read. */
  unknown: string[];
};

const groups: Record<MarketGroup, string> = {
  'north-america': 'North America',
  'rest-of-africa': 'Rest of Africa',
  'rest-of-asia-pacific': 'Rest of Asia Pacific',
  'rest-of-central-and-eastern-europe': 'Rest of Central & Eastern Europe',
  'rest-of-latin-america': 'Rest of Latin America',
  'rest-of-middle-east': 'Rest of Middle East',
  'rest-of-western-europe': 'Rest of Western Europe',
};
const otherNames: Record<string, string> = {
  ...{ other: '', 'all others': '', 'rest of world': '', usa: 'US', uk: 'GB', uae: 'AE', turkey: 'TR', turkiye: 'TR' },
  ...{ 'ivory coast': 'CI', 'hong kong': 'HK', 'czech republic': 'CZ', macedonia: 'MK', swaziland: 'SZ' },
};
const symbols: Record<string, string> = { '€': 'EUR', '£': 'GBP', '₹': 'INR', $: 'USD' };

const plain = (text: string) =>
  foldText(text)
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim();

/**
 * Reads the price list that WhatsApp publishes for a currency: CSV, a row for each market, a column for each category, in
 * front of them lines of explanation (https://developers.facebook.com/docs/whatsapp/pricing/, "Rate cards").
 * @returns null when no line has the names of a market's and a category's column
 */
export function readPriceList(text: string): PriceList | null {
  const rows = cellsOf(text);
  const head = rows.findIndex((cells) => marketColumn(cells) !== -1 && categoriesOf(cells).size > 0);
  const names = rows[head];
  if (names === undefined) return null;
  const [market, categories] = [marketColumn(names), categoriesOf(names)];
  const currencyAt = names.findIndex((name) => plain(name) === 'currency');
  const places = placesByName();
  const cells = rows.slice(head + 1);
  const point = pointOf(cells.flatMap((row) => [...categories.keys()].map((column) => row[column] ?? '')));
  const found = new Map<string, RateRow>();
  const list: PriceList = { currency: null, rows: [], unknown: [] };
  for (const row of cells) {
    const name = row[market]?.trim() ?? '';
    const prices: Record<string, string> = {};
    for (const [column, category] of categories) {
      const cell = row[column]?.trim() ?? '';
      const price = priceIn(cell, point);
      if (price !== null) prices[category] = price;
      else if (/\d/.test(cell)) list.unknown.push(`${name} ${cell}`.trim());
    }
    if (name === '' || Object.keys(prices).length === 0) continue;
    const place = places.get(plain(name));
    if (place === undefined) list.unknown.push(name);
    else found.set(place, { market: place, prices });
    list.currency ??= currencyIn([row[currencyAt] ?? '', ...row]);
  }
  return { ...list, rows: [...found.values()] };
}

const marketColumn = (cells: readonly string[]) =>
  cells.findIndex((cell) => ['market', 'country', 'region', 'country region'].includes(plain(cell)));

/** The columns of prices: the category whose name begins them, the longest one. */
function categoriesOf(cells: readonly string[]): Map<number, string> {
  const byLength = rateCategories.toSorted((a, b) => b.length - a.length);
  const columns = cells.map((cell, at) => [at, byLength.find((name) => plain(cell).startsWith(plain(name)))] as const);
  return new Map(columns.flatMap(([at, name]) => (name === undefined ? [] : [[at, name] as const])));
}

function placesByName(): Map<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  return new Map([
    ...countryCodes.map((code) => [plain(names.of(code) ?? code), code] as const),
    ...Object.entries(groups).map(([market, name]) => [plain(name), market] as const),
    ...Object.entries(otherNames),
  ]);
}

/** The sign before the decimals of a file: a separator before three digits may be that of thousands. */
function pointOf(cells: readonly string[]): '.' | ',' {
  for (const cell of cells) {
    const [, sign, decimals] = /([.,])(\d+)\D*$/.exec(cell) ?? [];
    const isPoint = decimals?.length !== 3 || /^\D*0?[.,]/.test(cell);
    if (sign !== undefined && isPoint) return sign === ',' ? ',' : '.';
  }
  return '.';
}

function priceIn(cell: string, point: '.' | ','): string | null {
  if (plain(cell) === 'free') return '0';
  const digits = cell.replaceAll(/[^\d.,]/g, '').replaceAll(point === '.' ? ',' : '.', '');
  const price = digits.startsWith(point) ? `0${digits}` : digits;
  return typeof priceOf(price) === 'number' ? price : null;
}

function currencyIn(cells: readonly string[]): string | null {
  for (const cell of cells) {
    const code = /\b[A-Z]{3}\b/.exec(cell)?.[0] ?? symbols[/[€£₹$]/.exec(cell)?.[0] ?? ''];
    if (code !== undefined && Intl.supportedValuesOf('currency').includes(code)) return code;
  }
  return null;
}

/** The cells of a CSV file, separated by commas, semicolons or tabs; a quoted one may have several lines. */
function cellsOf(text: string): string[][] {
  const separator = /[\t;]/.exec(text.split(/\r?\n/).find((line) => /marketing/i.test(line)) ?? '')?.[0] ?? ',';
  const cell = new RegExp(`"((?:[^"]|"")*)"|([^${separator}\\r\\n]*)`, 'y');
  const rows: string[][] = [[]];
  const source = text.replace(/^\uFEFF/, '');
  for (let at = 0; at < source.length; ) {
    cell.lastIndex = at;
    const [whole = '', quoted, bare] = cell.exec(source) ?? [];
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare ?? '');
    at += whole.length;
    const end = /^(?:\r\n|\r|\n)/.exec(source.slice(at, at + 2))?.[0];
    if (end !== undefined) rows.push([]);
    at += end?.length ?? 1;
  }
  return rows;
}
