import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * /loggedin-redirect: the return of a sign-in in a popup; renders nothing. Passes the URL to the
 * window that opened it and closes; without one, or with a foreign one, continues to /loggedin itself.
 */
export function LoggedInRedirectPage() {
  const navigate = useNavigate();
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    const address = `/loggedin${window.location.search}${window.location.hash}`;
    if (handedOver(address)) window.close();
    else void navigate({ href: address, replace: true });
  });
  return null;
}

/** Redirects the opener. @returns false when there is none of our origin */
function handedOver(address: string): boolean {
  try {
    const opener = window.opener as Window | null;
    // Reading the address of another site's window throws.
    if (opener === null || opener === window || opener.location.origin !== window.location.origin) return false;
    opener.location.assign(address);
    return true;
  } catch {
    return false;
  }
}
