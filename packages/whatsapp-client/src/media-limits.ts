const MB = 1024 * 1024;
const KB = 1024;

export type SendableMedia = 'audio' | 'document' | 'image' | 'sticker' | 'video' | 'template_gif';

type Limit = { types: readonly string[]; maxBytes: number };

const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** The types and sizes that WhatsApp accepts per kind (documented; audio in ogg has to be mono OPUS). */
export const MEDIA_LIMITS: Readonly<Record<SendableMedia, Limit>> = {
  audio: { types: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'], maxBytes: 16 * MB },
  document: {
    types: [
      ...['application/pdf', 'text/plain', 'application/msword', 'application/vnd.ms-excel'],
      ...['application/vnd.ms-powerpoint', `${OFFICE}.wordprocessingml.document`],
      ...[`${OFFICE}.spreadsheetml.sheet`, `${OFFICE}.presentationml.presentation`],
    ],
    maxBytes: 100 * MB,
  },
  image: { types: ['image/jpeg', 'image/png'], maxBytes: 5 * MB },
  sticker: { types: ['image/webp'], maxBytes: 500 * KB },
  video: { types: ['video/mp4', 'video/3gpp'], maxBytes: 16 * MB },
  template_gif: { types: ['video/mp4'], maxBytes: Math.floor(3.5 * MB) },
};

/** The limit for a static sticker. */
export const STILL_STICKER_BYTES = 100 * KB;

/** Largest file a customer can send; larger ones cause error 131052. */
export const INBOUND_MEDIA_BYTES = 100 * MB;

/**
 * Whether WhatsApp accepts a file as this kind.
 * @param mimeType may have parameters (`audio/ogg; codecs=opus`)
 * @returns the problem, null when it can be sent
 */
export function mediaProblem(kind: SendableMedia, mimeType: string, sizeBytes: number): 'type' | 'too_large' | null {
  const { types, maxBytes } = MEDIA_LIMITS[kind];
  const [base = ''] = mimeType.split(';');
  if (!types.includes(base.trim().toLowerCase())) return 'type';
  return sizeBytes > maxBytes ? 'too_large' : null;
}
