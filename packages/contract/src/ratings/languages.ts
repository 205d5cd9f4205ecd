/** Country codes by the language that most people there write; countries with several are left out. */
const countryCodes: Readonly<Record<string, string>> = {
  ar: '20 212 213 216 218 249 961 962 963 964 965 966 967 968 970 971 973 974',
  bg: '359',
  bn: '880',
  cs: '420',
  da: '45',
  de: '41 43 49',
  el: '30',
  en: '1 27 44 61 63 64 65 233 234 254 353',
  es: '34 51 52 53 54 56 57 58 502 503 504 505 506 507 591 593 595 598',
  et: '372',
  fa: '98',
  fi: '358',
  fr: '33 221 225 237',
  he: '972',
  hi: '91',
  hr: '385',
  hu: '36',
  id: '62',
  it: '39',
  ja: '81',
  ko: '82',
  lt: '370',
  lv: '371',
  ms: '60',
  nb: '47',
  nl: '31',
  pl: '48',
  pt: '55 351',
  ro: '40',
  ru: '7',
  sk: '421',
  sl: '386',
  sr: '381',
  sv: '46',
  sw: '255',
  th: '66',
  tr: '90',
  uk: '380',
  ur: '92',
  vi: '84',
  zh: '86 852 886',
};
const byCode = new Map(
  Object.entries(countryCodes).flatMap(([language, codes]) =>
    codes.split(' ').map((code) => [code, language] as const),
  ),
);

/** The languages by which a text can be chosen, by ISO 639. */
export const ratingLanguages: readonly string[] = Object.keys(countryCodes);

/** The language of a number's country; null: unknown. @param digits with the country code, without + */
export function languageOfNumber(digits: string | null): string | null {
  const number = digits ?? '';
  for (const length of [3, 2, 1]) {
    const language = byCode.get(number.slice(0, length));
    if (language !== undefined) return language;
  }
  return null;
}

/** The text of the customer's language, otherwise the first. */
export function textForNumber<T extends { language: string }>(
  texts: readonly T[],
  digits: string | null,
): T | undefined {
  const language = languageOfNumber(digits);
  return texts.find((text) => text.language === language) ?? texts[0];
}
