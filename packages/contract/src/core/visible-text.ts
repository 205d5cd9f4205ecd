/*
 * What nobody sees: control and format characters, blanks of all scripts, and what Unicode says is to be shown as nothing
 * (`Default_Ignorable_Code_Point`, https://www.unicode.org/reports/tr44/), such as the Hangul fillers. The Braille pattern
 * without dots is a symbol by its category, and blank.
 */
const visible = /[^\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text has a character that can be seen. */
export function isVisible(text: string): boolean {
  return visible.test(text);
}
