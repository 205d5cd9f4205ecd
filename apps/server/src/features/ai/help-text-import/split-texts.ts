import { helpTextImportLimits } from '@parley/contract/help-text-limits';
import { cutName } from '@parley/contract/names';
import type { ReadText } from './sections.ts';

export type SplitText = { section: string; body: string };

const most = helpTextImportLimits.characters;
const mostName = 190;

/**
 * A text for each section, several for one that is longer than a text may be. Their names are unique.
 * @param name of what has no heading
 */
export function splitTexts({ title, sections }: ReadText, name: string): SplitText[] {
  const taken = new Set<string>();
  const unique = (wanted: string) => {
    let found = wanted;
    for (let n = 2; taken.has(found); n++) found = `${wanted} (${n})`;
    taken.add(found);
    return found;
  };
  const whole = cutName(title ?? '', mostName) || cutName(name, mostName) || '1';
  return sections.flatMap(({ heading, text }) => {
    const section = cutName(heading ?? '', mostName) || whole;
    return splitText(text).map((body) => ({ section: unique(section), body }));
  });
}

/** At paragraphs, else at lines, else at blanks. */
function splitText(text: string): string[] {
  let rest = text
    .replaceAll(/[^\S\n]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  const parts: string[] = [];
  while (rest.length > most) {
    const window = rest.slice(0, most);
    const at = ['\n\n', '\n', ' '].map((sign) => window.lastIndexOf(sign)).find((place) => place > most / 4) ?? most;
    // Not between the halves of a character.
    const end = at === most && /[\uD800-\uDBFF]$/.test(window) ? at - 1 : at;
    parts.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return [...parts, rest].filter((part) => part !== '');
}
