/**
 * The types and sizes that WhatsApp accepts per kind of message: one table for the server, the composer and the
 * tests.
 */
export type MediaKind = 'image' | 'video' | 'audio' | 'document' | 'sticker';

export const mediaKinds: readonly MediaKind[] = ['image', 'video', 'audio', 'document', 'sticker'];

const MiB = 1024 * 1024;

export type MediaRule = {
  kind: MediaKind;
  maxBytes: number;
  /** Common file extensions; files without a name get the first one. */
  extensions: readonly string[];
};

const office = 'application/vnd.openxmlformats-officedocument';
const audio = (extensions: string[]): MediaRule => ({ kind: 'audio', maxBytes: 16 * MiB, extensions });
const video = (extensions: string[]): MediaRule => ({ kind: 'video', maxBytes: 16 * MiB, extensions });
const image = (extensions: string[]): MediaRule => ({ kind: 'image', maxBytes: 5 * MiB, extensions });
const documentRule = (extensions: string[]): MediaRule => ({ kind: 'document', maxBytes: 100 * MiB, extensions });

/** The limit for the picture of a user or logo before it is turned into an avatar. */
export const maxAvatarBytes = 5 * MiB;
export const avatarTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
/** A picture of a screen in a bug report. */
export const maxScreenshotBytes = 1.5 * MiB;
/** The picture of a web page in a link preview, as it is read. */
export const maxLinkPictureBytes = 2 * MiB;

/** By type of the bytes. Sizes are the Cloud API's limits for sending. */
export const sendableMedia: Readonly<Record<string, MediaRule>> = {
  'application/msword': documentRule(['doc']),
  'application/pdf': documentRule(['pdf']),
  'application/vnd.ms-excel': documentRule(['xls']),
  'application/vnd.ms-powerpoint': documentRule(['ppt']),
  [`${office}.presentationml.presentation`]: documentRule(['pptx']),
  [`${office}.spreadsheetml.sheet`]: documentRule(['xlsx']),
  [`${office}.wordprocessingml.document`]: documentRule(['docx']),
  'audio/aac': audio(['aac']),
  'audio/amr': audio(['amr']),
  'audio/mp4': audio(['m4a', 'mp4']),
  'audio/mpeg': audio(['mp3']),
  'audio/ogg': audio(['ogg', 'oga', 'opus']),
  'image/jpeg': image(['jpg', 'jpeg']),
  'image/png': image(['png']),
  'image/webp': { kind: 'sticker', maxBytes: 500 * 1024, extensions: ['webp'] },
  'text/plain': documentRule(['txt', 'csv', 'log', 'md']),
  'video/3gpp': video(['3gp']),
  'video/mp4': video(['mp4', 'm4v']),
};

/** The limit for a static sticker. */
export const stillStickerBytes = 100 * 1024;

/** The largest file that can be sent, by the team or by a customer. */
export const maxMediaBytes = 100 * MiB;

/** Captions, UTF-16 units. */
export const maxCaptionLength = 1024;

/** Files per message field. */
export const maxFiles = 10;

/** The limit up to which the customer's phone shows a recording with a play button, bytes. */
export const voiceNoteBytes = 512 * 1024;
