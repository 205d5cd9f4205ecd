import { useEffect, useState } from 'react';
import { readBytes } from '../../../../platform/bytes.ts';
import { releaseObjectUrl } from '../../../../platform/object-url.ts';

/** An object URL of a phone's file; null while loading, '' when it is not available. */
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
      if (made !== null) releaseObjectUrl(made);
      setUrl(null);
    };
  }, [mediaId]);
  return mediaId === null ? '' : url;
}
