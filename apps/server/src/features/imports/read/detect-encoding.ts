import type { ImportEncoding } from '@parley/contract/types';

export type Encoding = ImportEncoding;

/**
 * The encoding of a text: by its mark, as UTF-8 where it is well-formed, else the code page whose letters follow each
 * other as its languages' do.
 * @param country ISO code of the account, whose own code page comes before others
 */
export async function detectEncoding(sample: Buffer, country: string): Promise<Encoding> {
  return detectUnicode(sample) ?? (await guessCodePage(sample, country));
}

/** @returns null for text in a code page */
export function detectUnicode(sample: Buffer): Encoding | null {
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le';
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be';
  const wide = wideWithoutMark(sample);
  if (wide !== null) return wide;
  try {
    // A character may be cut where the sample ends.
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    return 'utf-8';
  } catch {
    return null;
  }
}

const pairsLookedAt = 2_000;

/** Two bytes per character: of Western letters, digits and delimiters one of the two is nearly always zero. */
function wideWithoutMark(sample: Buffer): Encoding | null {
  const pairs = Math.min(Math.floor(sample.length / 2), pairsLookedAt);
  let [first, second] = [0, 0];
  for (let at = 0; at < pairs * 2; at += 2) {
    if (sample[at] === 0) first++;
    if (sample[at + 1] === 0) second++;
  }
  const isOnly = (one: number, other: number) => one > pairs * 0.4 && other < pairs * 0.02;
  if (isOnly(second, first)) return 'utf-16le';
  return isOnly(first, second) ? 'utf-16be' : null;
}

/** What the guesses are called; Windows' pages hold the letters of the ISO ones, at the same places but in 2. */
const latinPages: Readonly<Record<string, Encoding>> = {
  'ISO-8859-1': 'windows-1252',
  'windows-1252': 'windows-1252',
  'ISO-8859-2': 'windows-1250',
  'windows-1250': 'windows-1250',
  'ISO-8859-9': 'windows-1254',
  'windows-1254': 'windows-1254',
};

/** Countries whose Windows writes in another code page of Latin letters than the Western one ("Code page identifiers" by Microsoft). */
const countries: Readonly<Partial<Record<Encoding, string>>> = {
  'windows-1250': 'AL BA CZ HR HU PL RO SI SK',
  'windows-1254': 'AZ TR',
};

/** What the country adds to its own page, of 100: few short names say little. */
const countryWeight = 40;

async function guessCodePage(sample: Buffer, country: string): Promise<Encoding> {
  // Words of ASCII letters are in all of them.
  const words = sample.toString('latin1').match(/[A-Za-z\x80-\xff]*[\x80-\xff][A-Za-z\x80-\xff]*/g) ?? [];
  const isMost = (is: (word: string) => boolean) => words.filter(is).length * 2 >= words.length;
  if (!isMost((word) => /[A-Za-z]/.test(word))) {
    // The commonest Cyrillic letters lie where the Arabic page has accented Latin ones, or two that only Urdu has: few
    // words are enough to tell.
    const arabic = new TextDecoder('windows-1256');
    const isArabic = (word: string) =>
      /^(?:(?![ےہ])[\p{Script=Arabic}\p{M}])+$/u.test(arabic.decode(Buffer.from(word, 'latin1')));
    return isMost(isArabic) ? 'windows-1256' : 'windows-1251';
  }
  const { analyse } = await import('chardet');
  const found = analyse(Buffer.from(words.join(' '), 'latin1'));
  let best: { page: Encoding; score: number } = { page: 'windows-1252', score: 0 };
  for (const page of new Set(Object.values(latinPages))) {
    const likely = Math.max(0, ...found.map(({ name, confidence }) => (latinPages[name] === page ? confidence : 0)));
    const score = likely + (countries[page]?.split(' ').includes(country) ? countryWeight : 0);
    if (score > best.score) best = { page, score };
  }
  return best.page;
}

export function decodeSample(sample: Buffer, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(sample, { stream: true });
}
