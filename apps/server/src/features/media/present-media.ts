import type { MediaContent } from '@parley/contract/types';
import type { Platform } from '../../platform/platform.ts';
import type { MediaUrls } from './signed-urls.ts';

/** The file of a message as stored in its `content`. Properties of the bytes are present once they are stored. */
export type StoredMedia = {
  media_id?: unknown;
  provider_media_id?: unknown;
  mime_type?: unknown;
  size_bytes?: unknown;
  width?: unknown;
  height?: unknown;
  duration_ms?: unknown;
  thumbnail?: unknown;
  state?: unknown;
  reason?: unknown;
};

export type MediaInfo = MediaContent['media_info'];

/** A message's file as the API returns it, with URLs signed now. */
export type PresentMedia = (stored: StoredMedia, of: { clientId: string; at: Date }) => MediaInfo;

const dayMs = 24 * 3_600_000;
const factNames = ['size_bytes', 'width', 'height', 'duration_ms'] as const;

export function createMediaPresenter(platform: Platform, addresses: MediaUrls): PresentMedia {
  const keepMs = (platform.config.MEDIA_KEEP_DAYS ?? Number.POSITIVE_INFINITY) * dayMs;
  return (stored, { clientId, at }) => {
    const mediaId = typeof stored.media_id === 'string' ? stored.media_id : '';
    const info: MediaInfo = {
      media_id: mediaId,
      mime_type: typeof stored.mime_type === 'string' ? stored.mime_type : 'application/octet-stream',
      url: null,
      state: 'provider',
    };
    if (Date.now() - at.getTime() > keepMs) {
      return { ...info, state: 'gone', reason: 'Files are kept for a limited time here, and this one is older.' };
    }
    for (const name of factNames) {
      const value = stored[name];
      if (typeof value === 'number') info[name] = value;
    }
    if (stored.state === 'ready' && mediaId !== '') {
      const thumbnail =
        stored.thumbnail === true ? { thumbnail_url: addresses.urlOf(clientId, mediaId, 'thumbnail') } : {};
      return { ...info, state: 'ready', url: addresses.urlOf(clientId, mediaId, 'file'), ...thumbnail };
    }
    if (typeof stored.reason === 'string') info.reason = stored.reason;
    if (stored.state === 'gone') return { ...info, state: 'gone' };
    if (mediaId !== '' || typeof stored.provider_media_id === 'string') return info;
    return { ...info, state: 'gone', reason: info.reason ?? 'WhatsApp couldn’t hand this file over.' };
  };
}
