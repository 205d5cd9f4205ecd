/**
 * The end of a button's address as WhatsApp puts it behind the template's beginning: without that beginning where a whole
 * address was given, without a second slash, and with blanks and letters that addresses do not have encoded
 * (RFC 3986, section 2).
 * @param prefix the beginning in the template: `https://shop.example/t/` of `https://shop.example/t/{{1}}`
 */
export function buttonLinkEnd(value: string, prefix: string): string {
  const given = value.trim();
  const whole = bare(prefix);
  const cut = given.length - bare(given).length;
  const isWhole = whole !== '' && bare(given).toLowerCase().startsWith(whole.toLowerCase());
  const end = isWhole ? given.slice(cut + whole.length) : given;
  return encoded(prefix.endsWith('/') ? end.replace(/^\/+/, '') : end);
}

/** Whether an end is an address of its own, which would not open behind the beginning. */
export function isForeignLink(end: string, prefix: string): boolean {
  return /^https?:\/\//i.test(end) && !prefix.includes('?');
}

/** An address without its scheme, which people leave out. */
function bare(address: string): string {
  return address.replace(/^https?:\/\//i, '');
}

/** Line breaks and tabs stay, and are refused as in every value. */
function encoded(text: string): string {
  return text.replaceAll(/[^\t\n\r\u0021-\u007e]+/g, (part) => encodeURIComponent(part.replaceAll(/\p{Cs}/gu, '')));
}
