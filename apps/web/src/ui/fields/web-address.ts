/** What was typed as a web address: with `https://` where that alone is missing, else as it is. */
export function webAddress(typed: string): string {
  const text = typed.trim();
  // With another scheme, an account name or a path alone it means something else.
  if (/^[^/?#]*(:\/\/|@)|^[/?#]|\s/.test(text)) return typed;
  const host = text.match(/^[^/?#:]+/)?.[0] ?? '';
  const address = `https://${text}`;
  return (/\.[^.]/.test(host) || host === 'localhost') && URL.canParse(address) ? address : typed;
}
