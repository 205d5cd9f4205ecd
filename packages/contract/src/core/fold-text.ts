/** Letters that stay one character when their accents are taken off. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ŧ: 't', ς: 'σ' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
};

/** Lower case without accents, so that `ines` finds Inês. Equal to `fold_text` in the database. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[øłđðħıŧςßæœþ]/g, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFC');
}
