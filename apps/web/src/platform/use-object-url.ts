import { useEffect, useState } from 'react';
import { releaseObjectUrl } from './object-url.ts';

/** An object URL of a blob while it is shown; null without one, and until the first effect. */
export function useObjectUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (blob === null) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => releaseObjectUrl(made);
  }, [blob]);
  return url;
}
