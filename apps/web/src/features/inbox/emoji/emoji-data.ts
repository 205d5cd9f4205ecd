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

/** The data of the picker, which would otherwise ask another server for them. */
export function pickerData(): EmojiData {
  return {
    locale: 'en',
    emojis: written.map(({ unicode, group, label, tags, hexcode, skins }) => ({
      emoji: unicode,
      category: group ?? 0,
      label,
      version: 0,
      tags: [...(tags ?? []), ...[codes[hexcode] ?? []].flat()],
      ...(skins?.length === tones.length && {
        skins: Object.fromEntries(tones.map((tone, at) => [tone, skins[at]?.unicode ?? unicode])) as Record<
          (typeof tones)[number],
          string
        >,
      }),
    })),
    categories: messages.groups
      .filter(({ order }) => order !== componentGroup)
      .map(({ order, message }) => ({ index: order, label: message.charAt(0).toUpperCase() + message.slice(1) })),
    skinTones: Object.fromEntries(
      messages.skinTones.map(({ key, message }) => [key, message]),
    ) as EmojiData['skinTones'],
  };
}
