import type { OutputOf } from '@parley/contract/types';
import { useEffect, useState } from 'react';
import { api } from '../../../platform/api.ts';

export type AuthConfig = OutputOf<'GET /api/auth/config'>;

/** Retry delay, milliseconds. */
const retryMs = 4000;

/** The sign-in methods; null until known. Retried until answered, because the page may come from the cache. */
export function useAuthConfig(): AuthConfig | null {
  const [config, setConfig] = useState<AuthConfig | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    let timer: number | undefined;
    const ask = () => {
      api('GET /api/auth/config', {}, { signal: leaving.signal }).then(setConfig, () => {
        // The forms work without it; the server validates.
        if (!leaving.signal.aborted) timer = window.setTimeout(ask, retryMs);
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
