/** The value of a cookie by its name; undefined when the header has none. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

/** A complete Set-Cookie header. Scripts and other sites cannot read the cookie. @param maxAgeS 0 deletes it */
export function serializeCookie(
  name: string,
  value: string,
  { path, maxAgeS, isSecure }: { path: string; maxAgeS: number; isSecure: boolean },
): string {
  const parts = [`${name}=${value}`, `Path=${path}`, `Max-Age=${maxAgeS}`, 'HttpOnly', 'SameSite=Strict'];
  return [...parts, ...(isSecure ? ['Secure'] : [])].join('; ');
}
