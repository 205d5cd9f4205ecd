/**
 * The markets of WhatsApp's price list: countries with a price of their own stand by their ISO code, the others belong to a
 * group. Groups by the list that is valid since 1 July 2025
 * (https://developers.facebook.com/docs/whatsapp/pricing/, "Country code and region mapping"); all others are "Other".
 */
export const marketGroups = {
  'north-america': ['CA', 'US'],
  'rest-of-africa': [
    ...[
      'AO',
      'BF',
      'BI',
      'BJ',
      'BW',
      'CG',
      'CI',
      'CM',
      'DZ',
      'ER',
      'ET',
      'GA',
      'GH',
      'GM',
      'GW',
      'KE',
      'LR',
      'LS',
      'LY',
    ],
    ...[
      'MA',
      'MG',
      'ML',
      'MR',
      'MW',
      'MZ',
      'NA',
      'NE',
      'RW',
      'SD',
      'SL',
      'SN',
      'SO',
      'SS',
      'SZ',
      'TD',
      'TG',
      'TN',
      'TZ',
    ],
    ...['UG', 'ZM'],
  ],
  'rest-of-asia-pacific': [
    ...[
      'AF',
      'AU',
      'BD',
      'CN',
      'HK',
      'JP',
      'KH',
      'LA',
      'LK',
      'MN',
      'NP',
      'NZ',
      'PG',
      'PH',
      'SG',
      'TH',
      'TJ',
      'TM',
      'TW',
    ],
    ...['UZ', 'VN'],
  ],
  'rest-of-central-and-eastern-europe': [
    ...[
      'AL',
      'AM',
      'AZ',
      'BG',
      'BY',
      'CZ',
      'GE',
      'GR',
      'HR',
      'HU',
      'LT',
      'LV',
      'MD',
      'MK',
      'PL',
      'RO',
      'RS',
      'SI',
      'SK',
    ],
    'UA',
  ],
  'rest-of-latin-america': [
    ...['BO', 'CR', 'DO', 'EC', 'GT', 'HN', 'HT', 'JM', 'NI', 'PA', 'PR', 'PY', 'SV', 'UY', 'VE'],
  ],
  'rest-of-middle-east': ['BH', 'IQ', 'JO', 'KW', 'LB', 'OM', 'QA', 'YE'],
  'rest-of-western-europe': ['AT', 'BE', 'CH', 'DK', 'FI', 'IE', 'NO', 'PT', 'SE'],
} as const satisfies Record<string, readonly string[]>;

export type MarketGroup = keyof typeof marketGroups;

const groupOf = new Map<string, MarketGroup>(
  Object.entries(marketGroups).flatMap(([group, countries]) =>
    countries.map((country) => [country as string, group as MarketGroup] as const),
  ),
);

/** Where a price for a country is looked for, in this order: its own, that of its group, that of all others (''). */
export function marketsOf(country: string): string[] {
  const group = groupOf.get(country);
  return [country, ...(group === undefined ? [] : [group]), ''];
}

/** @param market an ISO code, a group, or '' */
export function isMarket(market: string): boolean {
  return market === '' || Object.hasOwn(marketGroups, market) || /^[A-Z]{2}$/.test(market);
}
