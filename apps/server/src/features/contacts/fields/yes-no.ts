/** What people, and spreadsheets, write for yes and no in the languages of the interface. */
const words = {
  yes: `1, on, true, y, yes, sí, si, s, verdadero, sim, verdadeiro, ja, j, wahr, نعم, صحيح, हाँ, हां, सही, सत्य`,
  no: `0, off, false, n, no, falso, não, nao, nein, falsch, لا, خطأ, नहीं, नही, गलत, ग़लत, असत्य`,
};

/** A word as it is compared: in lower case, and with one spelling of letters that Unicode has several of. */
export const plainWord = (text: string) => text.trim().toLowerCase().normalize('NFC');

export const wordSet = (list: string): ReadonlySet<string> => new Set(list.split(',').map(plainWord));

const yes = wordSet(words.yes);
const no = wordSet(words.no);

/** @returns undefined for what is neither */
export function parseYesNo(text: string): boolean | undefined {
  const word = plainWord(text);
  return yes.has(word) ? true : no.has(word) ? false : undefined;
}
