import emojis from 'emojibase-data/en/compact.json';
import messages from 'emojibase-data/en/messages.json';
import shortcodes from 'emojibase-data/en/shortcodes/github.json';
import type { EmojiData } from 'frimousse';
import { type FoundEmoji, findEmojis, type KnownEmoji } from './find-emojis.ts';

// Loaded on first use: the data of all emojis are a hundred times the size of this feature.

/** Parts of other emojis, such as skin tones, which nobody writes alone. */
const componentGroup = 2;
const tones = ['light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const;
const codes = shortcodes as Record<string, string | string[]>;
const written = emojis.filter(({ group }) => group !== undefined && group !== componentGroup);

const known: KnownEmoji[] = written.map(({ unicode, label, tags, hexcode }) => ({
  emoji: unicode,
  label,
  tags: tags ?? [],
  codes: [codes[hexcode] ?? []].flat(),
}));

/** The emojis for what was typed after a colon, best first. */
export function suggestEmojis(typed: string): FoundEmoji[] {
  return findEmojis(known, typed);
}

/** Names and categories in other languages, as far as the data have them: Arabic has English ones. */
const otherNames = {
  de: () => Promise.all([import('emojibase-data/de/compact.json'), import('emojibase-data/de/messages.json')]),
  es: () => Promise.all([import('emojibase-data/es/compact.json'), import('emojibase-data/es/messages.json')]),
  hi: () => Promise.all([import('emojibase-data/hi/compact.json'), import('emojibase-data/hi/messages.json')]),
  pt: () => Promise.all([import('emojibase-data/pt/compact.json'), import('emojibase-data/pt/messages.json')]),
};

async function namesOf(load: (typeof otherNames)[keyof typeof otherNames]) {
  const [names, words] = await load();
  return [new Map(names.default.map((each) => [each.hexcode, each])), words.default] as const;
}

/**
 * The data of the picker, which would otherwise ask another server for them. Emojis are found by their English names too.
 * @param locale of the interface
 */
export async function pickerData(locale: string): Promise<EmojiData> {
  const load = Object.entries(otherNames).find(([language]) => locale.split('-')[0] === language)?.[1];
  const [own, words] = load === undefined ? [null, messages] : await namesOf(load);
  return {
    locale,
    emojis: written.map(({ unicode, group, label, tags, hexcode, skins }) => {
      const named = own?.get(hexcode);
      return {
        emoji: unicode,
        category: group ?? 0,
        label: named?.label ?? label,
        version: 0,
        tags: [...(named ? [...(named.tags ?? []), label] : []), ...(tags ?? []), ...[codes[hexcode] ?? []].flat()],
        ...(skins?.length === tones.length && {
          skins: Object.fromEntries(tones.map((tone, at) => [tone, skins[at]?.unicode ?? unicode])) as Record<
            (typeof tones)[number],
            string
          >,
        }),
      };
    }),
    categories: words.groups
      .filter(({ order }) => order !== componentGroup)
      .map(({ order, message }) => ({ index: order, label: message.charAt(0).toUpperCase() + message.slice(1) })),
    skinTones: Object.fromEntries(words.skinTones.map(({ key, message }) => [key, message])) as EmojiData['skinTones'],
  };
}
