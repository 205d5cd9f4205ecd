/**
 * How a country's numbers changed. The old number is `code area from rest`, today's is `newCode area to rest`; `area`
 * and `rest` are regular expressions of digits, in the part of the syntax that JavaScript and PostgreSQL share.
 */
export type NationalChange = {
  country: string;
  /** The year in which the old form ended. */
  year: number;
  /** Where the change was announced. */
  source: string;
  code: string;
  /** Default: the same code. */
  newCode?: string;
  area?: string;
  from: string;
  to: string;
  rest: string;
  /** WhatsApp still knows accounts by the old form, and names them so in its deliveries. */
  keptByWhatsApp?: true;
};

type Part = Pick<NationalChange, 'from' | 'to' | 'rest'>;

function change(facts: Omit<NationalChange, keyof Part>, ...parts: [from: string, to: string, rest: string][]) {
  return parts.map(([from, to, rest]): NationalChange => ({ ...facts, from, to, rest }));
}

/**
 * Changes of numbering plans since 2010 in which every old number has one new number, and no number of today looks like
 * an old one. A change is left out where one of the two is uncertain. From the notices in ITU's Operational Bulletin
 * (E.129 forms, https://www.itu.int/oth/T0202.aspx) and of the regulators named here.
 */
export const nationalChanges: readonly NationalChange[] = [
  // A 1 for mobiles behind the country code, and prefixes dialled inside the country.
  ...change(
    { country: 'MX', year: 2019, source: 'IFT, plan of 3 August 2019', code: '52', keptByWhatsApp: true },
    ...['1', '01', '044', '045'].map((from): [string, string, string] => [from, '', '[2-9]\\d{9}']),
  ),
  ...change(
    {
      ...{ country: 'BR', year: 2016, source: 'Anatel, Resolution 553/2010', code: '55' },
      ...{ area: '[1-9][1-9]', keptByWhatsApp: true },
    },
    ['', '9', '[6-9]\\d{7}'],
  ),
  // The operator of the old number, by its first digits, says the prefix.
  ...change(
    { country: 'CI', year: 2021, source: 'ARTCI, plan of 31 January 2021', code: '225', keptByWhatsApp: true },
    ['', '01', '(?:0[1-3]|[457][0-3])\\d{6}'],
    ['', '05', '[04-9][4-6]\\d{6}'],
    ['', '07', '(?:[04-8][7-9]|9[78])\\d{6}'],
    ['', '21', '2[0-3]8\\d{5}'],
    ['', '25', '(?:2[0-4]|3[0-6])0\\d{5}'],
    ['', '27', '(?:20[23]|21[2357]|22[45]|23[45]|24[345]|306|31[69]|327|337|347|359|368)\\d{5}'],
  ),
  ...change({ country: 'BJ', year: 2024, source: 'ARCEP Bénin, plan of 30 November 2024', code: '229' }, [
    '',
    '01',
    '[24-9]\\d{7}',
  ]),
  // Until then the 0 was dialled from abroad too.
  ...change(
    { country: 'GA', year: 2024, source: 'ARCEP Gabon, plan of 16 November 2019', code: '241' },
    ...['0', ''].flatMap((from): [string, string, string][] => [
      [from, '6', '[256]\\d{6}'],
      [from, '7', '[47]\\d{6}'],
      [from, '1', '1\\d{6}'],
    ]),
  ),
  ...change(
    { country: 'VN', year: 2018, source: 'MIC, plan of 15 September 2018', code: '84' },
    ['120', '70', '\\d{7}'],
    ['121', '79', '\\d{7}'],
    ['122', '77', '\\d{7}'],
    ['126', '76', '\\d{7}'],
    ['128', '78', '\\d{7}'],
    ['123', '83', '\\d{7}'],
    ['124', '84', '\\d{7}'],
    ['125', '85', '\\d{7}'],
    ['127', '81', '\\d{7}'],
    ['129', '82', '\\d{7}'],
    ['16', '3', '[2-9]\\d{7}'],
    ['18', '5', '[68]\\d{7}'],
    ['19', '5', '9\\d{7}'],
  ),
  ...change({ country: 'CM', year: 2014, source: 'ART, plan of 21 November 2014, mobiles', code: '237' }, [
    '',
    '6',
    '[79]\\d{7}',
  ]),
  ...change({ country: 'MU', year: 2013, source: 'ICTA, decision of 11 February 2013, mobiles', code: '230' }, [
    '',
    '5',
    '(?:25\\d|49\\d|7\\d\\d|9[1-8]\\d)\\d{4}',
  ]),
  ...change({ country: 'EC', year: 2012, source: 'Conatel, plan of 30 September 2012, mobiles', code: '593' }, [
    '',
    '9',
    '[89]\\d{7}',
  ]),
  ...change(
    { country: 'EG', year: 2011, source: 'NTRA, plan of 6 October 2011, mobiles', code: '20' },
    ['1', '10', '[069]\\d{7}'],
    ['1', '11', '[14]\\d{7}'],
    ['1', '12', '[278]\\d{7}'],
  ),
  ...change({ country: 'CO', year: 2021, source: 'CRC, Resolution 5826/2019, landlines', code: '57' }, [
    '',
    '60',
    '(?:[125-8][2-8]|4[2-578])\\d{6}',
  ]),
  ...change({ country: 'CL', year: 2012, source: 'Subtel, plan of 24 November 2012, Santiago', code: '56' }, [
    '2',
    '22',
    '[2-9]\\d{6}',
  ]),
  ...change({ country: 'SX', year: 2011, source: 'ITU, +1 721 of 30 September 2011', code: '599', newCode: '1721' }, [
    '',
    '',
    '5\\d{6}',
  ]),
  ...change({ country: 'GE', year: 2011, source: 'GNCC, notice of 22.XII.2010, mobiles', code: '995' }, [
    '',
    '5',
    '(?:55|58|7[17]|9[135789])\\d{6}',
  ]),
  ...change({ country: 'PF', year: 2014, source: 'OPT, plan of 23 June 2014, mobiles', code: '689' }, [
    '',
    '87',
    '[27]\\d{5}',
  ]),
  ...change(
    { country: 'SZ', year: 2011, source: 'SPTC, notice of 30.IX.2010', code: '268' },
    ['', '2', '[2-5]\\d{6}'],
    ['', '7', '6\\d{6}'],
  ),
  ...change({ country: 'DJ', year: 2010, source: 'Djibouti Télécom, notice of 14.XI.2010, mobiles', code: '253' }, [
    '',
    '77',
    '[678]\\d{5}',
  ]),
];

/**
 * Two numbers that are often, but not certainly, one: the old form is still given out to others, or both are. They are
 * only suggested as duplicates.
 */
export const uncertainChanges: readonly NationalChange[] = [
  // Numbers of Monaco and Slovenia that were in use in Kosovo before +383.
  ...change(
    { country: 'XK', year: 2018, source: 'ARKEP, +383 of 15 December 2016', code: '377', newCode: '383' },
    ...['44', '45'].map((prefix): [string, string, string] => [prefix, prefix, '\\d{6}']),
  ),
  ...change(
    { country: 'XK', year: 2018, source: 'ARKEP, +383 of 15 December 2016', code: '386', newCode: '383' },
    ...['43', '49'].map((prefix): [string, string, string] => [prefix, prefix, '\\d{6}']),
  ),
  // Palestinian mobiles are reached under the code of Israel too.
  ...change(
    { country: 'PS', year: 2010, source: 'ITU, notice of +970', code: '972', newCode: '970' },
    ...['56', '59'].map((prefix): [string, string, string] => [prefix, prefix, '\\d{7}']),
  ),
];
