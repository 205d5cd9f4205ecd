import { useEffect, useState } from 'react';
import { readBytes } from '../../../platform/bytes.ts';

/** An address of this page for a file of a phone; null while it is read, '' when it cannot be had. */
export function usePhoneFile(mediaId: string | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (mediaId === null) return;
    const leaving = new AbortController();
    let made: string | null = null;
    readBytes('GET /api/sandbox/media/{media_id}', { media_id: mediaId }, leaving.signal)
      .then((blob) => {
        if (leaving.signal.aborted) return;
        made = URL.createObjectURL(blob);
        setUrl(made);
      })
      .catch(() => {
        if (!leaving.signal.aborted) setUrl('');
      });
    return () => {
      leaving.abort();
      if (made !== null) URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [mediaId]);
  return mediaId === null ? '' : url;
}
