const addressAnywhere = /https?:\/\/[^\s<>"]+/i;
/** Marks that end a sentence or enclose the address are not part of it. */
const trailingMarks = /[.,;:!?*_~`'")\]}]+$/;
const mostCharacters = 2_000;

/** The first web address in a text, as it stands there; null without one. */
export function firstAddress(text: string): string | null {
  const found = addressAnywhere.exec(text)?.[0].replace(trailingMarks, '') ?? '';
  return found.length > mostCharacters || !URL.canParse(found) ? null : found;
}
