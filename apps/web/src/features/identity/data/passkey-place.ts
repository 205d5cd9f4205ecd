/** Whether passkeys can be used on this page. */
export type PasskeyPlace = 'here' | 'elsewhere' | 'nowhere' | 'no-browser';

/**
 * @param origin the address at which browsers allow them, as the server says; null: none
 * @param page this page's address, and whether the browser knows passkeys; a page that is not secure hides them
 */
export function passkeyPlace(origin: string | null, page: { origin: string; knowsPasskeys: boolean }): PasskeyPlace {
  if (origin === null) return 'nowhere';
  if (page.origin !== origin) return 'elsewhere';
  return page.knowsPasskeys ? 'here' : 'no-browser';
}

export function passkeyPlaceOfPage(origin: string | null): PasskeyPlace {
  return passkeyPlace(origin, { origin: window.location.origin, knowsPasskeys: 'PublicKeyCredential' in window });
}
