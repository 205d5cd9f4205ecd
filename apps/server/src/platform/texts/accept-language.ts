import { type Language, languageAmong } from '@parley/contract/languages';

/** Browsers name a few; more are not looked at. */
const mostRanges = 20;

/** The language of an Accept-Language header, by its `q` values (RFC 9110); English without one that Parley has. */
export function acceptedLanguage(header: string | undefined): Language {
  const ranges = (header ?? '').split(',', mostRanges).map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    return { tag, quality: Number(quality) };
  });
  const wanted = ranges.filter(({ quality }) => quality > 0).sort((one, other) => other.quality - one.quality);
  return languageAmong(wanted.map(({ tag }) => tag));
}
