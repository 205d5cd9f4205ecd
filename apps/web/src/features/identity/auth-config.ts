import type { OutputOf } from '@parley/contract/types';
import { useEffect, useState } from 'react';
import { api } from '../../platform/api.ts';

export type AuthConfig = OutputOf<'GET /api/auth/config'>;

/** Milliseconds after which the server is asked again when it did not answer. */
const againMs = 4000;

/** How people sign in here; null until it is known. Asked until it is answered: the page may have come from the cache. */
export function useAuthConfig(): AuthConfig | null {
  const [config, setConfig] = useState<AuthConfig | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    let timer: number | undefined;
    const ask = () => {
      api('GET /api/auth/config', {}, { signal: leaving.signal }).then(setConfig, () => {
        // The forms work without it; the server has the last word on what they send.
        if (!leaving.signal.aborted) timer = window.setTimeout(ask, againMs);
      });
    };
    ask();
    return () => {
      leaving.abort();
      window.clearTimeout(timer);
    };
  }, []);
  return config;
}
