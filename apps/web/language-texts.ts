import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatter } from '@lingui/format-po';
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

/** Catalogues of the first screens; all others follow. */
const first = new Set(['frame.po', 'identity.po', 'inbox.po', 'sync.po']);
/**
 * English whose words are 1.4 times as long, as those of translations can be: the gallery shows with it what does not
 * fit. The code is CLDR's for English with marks.
 */
export const longWords = 'en-XA';

/**
 * The texts of other languages than English, made of the catalogues. `virtual:texts` says for each language how its files
 * are loaded; `virtual:texts-de-first` and `virtual:texts-de-others` are compiled texts by id.
 * @param folder the catalogues, by language
 */
export function languageTexts(folder: string, languages: readonly string[]): Plugin {
  return {
    name: 'language-texts',
    resolveId: (id) => (/^virtual:texts(?:$|-)/.test(id) ? `\0${id}` : undefined),
    async load(id) {
      if (id === '\0virtual:texts') return loaders(languages);
      const [, language, part] = /^\0virtual:texts-([\w-]+)-(first|others)$/.exec(id) ?? [];
      if (language === undefined) return undefined;
      const own = join(folder, language === longWords ? 'en' : language);
      const names = readdirSync(own).filter((name) => first.has(name) === (part === 'first'));
      const texts = await Promise.all(names.map((name) => textsOf(join(own, name), language)));
      // Quicker to read than a literal of some thousand lines.
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(texts.flat())))})`;
    },
  };
}

function loaders(languages: readonly string[]): string {
  const load = (language: string, part: string) => `${part}: () => import('virtual:texts-${language}-${part}')`;
  const all = languages.map((one) => `'${one}': { ${load(one, 'first')}, ${load(one, 'others')} }`);
  return `export default { ${all.join(', ')} }`;
}

async function textsOf(filename: string, locale: string): Promise<[id: string, text: CompiledMessage][]> {
  const catalogue = await formatter().parse(readFileSync(filename, 'utf8'), { locale, sourceLocale: 'en', filename });
  return Object.entries(catalogue).flatMap(([id, { translation = '' }]) =>
    translation === '' ? [] : [[id, compiled(translation, locale)]],
  );
}

function compiled(translation: string, locale: string): CompiledMessage {
  const message = compileMessageOrThrow(translation, locale === longWords ? lengthen : undefined);
  return locale === 'ar' ? isolateValues(message) : message;
}

/** A name or a number in a text from right to left keeps its own direction and does not reorder what is around it. */
function isolateValues(message: CompiledMessage): CompiledMessage {
  if (typeof message === 'string') return message;
  return message.flatMap((part) => {
    if (typeof part === 'string') return [part];
    const [name, kind, options] = part;
    if (kind === undefined) return ['\u2068', part, '\u2069'];
    if (typeof options !== 'object') return [part];
    const isolated = Object.entries(options).map(([key, text]) => [
      key,
      Array.isArray(text) ? isolateValues(text) : text,
    ]);
    return [[name, kind, Object.fromEntries(isolated)]];
  }) as CompiledMessage;
}

/** Longer words; marks of elements such as `<0>` stay. */
function lengthen(text: string): string {
  return text.replace(/<\/?\w+\/?>|\p{L}+/gu, (part) =>
    part.startsWith('<') ? part : part + 'ø'.repeat(Math.ceil(part.length * 0.4)),
  );
}
