import { FileProblem } from './detect.ts';
import { clean, mostRecordBytes } from './read-table.ts';

/** Names and first numbers of address cards, as a table. */
export async function* readCards(text: AsyncIterable<string>): AsyncGenerator<string[][]> {
  yield [['Name', 'Phone', 'Email', 'Company']];
  let rest = '';
  for await (const part of text) {
    rest += part;
    const cards: string[][] = [];
    for (;;) {
      const end = /END:VCARD[ \t]*(?:\r?\n|$)/i.exec(rest);
      if (end === null) break;
      cards.push(cardOf(rest.slice(0, end.index)));
      rest = rest.slice(end.index + end[0].length);
    }
    yield cards;
    if (rest.length > mostRecordBytes * 4) throw new FileProblem('A card in this file is larger than 4 MB.');
  }
}

function cardOf(text: string): string[] {
  const lines = linesOf(text);
  const all = (name: string) => lines.filter((line) => new RegExp(`^(?:[\\w-]+\\.)?${name}[;:]`, 'i').test(line));
  const numbers = all('TEL');
  const mobile = numbers.find((line) => /CELL|MOBILE/i.test(partsOf(line).settings)) ?? numbers[0];
  const [family = '', given = ''] = textOf(all('N')[0]).split(';');
  const name = textOf(all('FN')[0]) || `${given} ${family}`.trim();
  const phone = textOf(mobile).replace(/^tel:/i, '');
  return [name, phone, textOf(all('EMAIL')[0]), textOf(all('ORG')[0]).replaceAll(';', ' ')].map(clean);
}

const isQuotedPrintable = (line: string) => /QUOTED-PRINTABLE/i.test(partsOf(line).settings);

/** Lines before folding; those of version 2.1 end with = when they continue. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/)) {
    const before = lines.at(-1);
    if (before?.endsWith('=') && isQuotedPrintable(before)) lines[lines.length - 1] = before.slice(0, -1) + line;
    else lines.push(line);
  }
  return lines;
}

function partsOf(line: string): { settings: string; value: string } {
  const at = line.indexOf(':');
  return { settings: line.slice(0, at), value: line.slice(at + 1) };
}

function textOf(line = ''): string {
  const { settings, value } = partsOf(line);
  return (isQuotedPrintable(line) ? printed(value, /CHARSET=([^;:]+)/i.exec(settings)?.[1] ?? 'utf-8') : value)
    .replaceAll(/\\n/gi, ' ')
    .replaceAll(/\\([,;\\])/g, '$1')
    .trim();
}

/** Decodes quoted-printable bytes such as =C3=A4. */
function printed(value: string, charset: string): string {
  const bytes = Buffer.from(
    value.replaceAll(/=([\dA-F]{2})/gi, (_all, byte: string) => String.fromCharCode(Number.parseInt(byte, 16))),
    'latin1',
  );
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes); // An unknown character set.
  }
}
