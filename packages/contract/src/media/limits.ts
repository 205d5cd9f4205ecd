/** What WhatsApp takes as which kind of message, and how large: one table for the server, the composer and the tests. */
export type MediaKind = 'image' | 'video' | 'audio' | 'document' | 'sticker';

export const mediaKinds: readonly MediaKind[] = ['image', 'video', 'audio', 'document', 'sticker'];

const MiB = 1024 * 1024;

export type MediaRule = {
  kind: MediaKind;
  mostBytes: number;
  /** Usual ends of file names, the first one is given to files without a name. */
  extensions: readonly string[];
};

const office = 'application/vnd.openxmlformats-officedocument';
const audio = (extensions: string[]): MediaRule => ({ kind: 'audio', mostBytes: 16 * MiB, extensions });
const video = (extensions: string[]): MediaRule => ({ kind: 'video', mostBytes: 16 * MiB, extensions });
const image = (extensions: string[]): MediaRule => ({ kind: 'image', mostBytes: 5 * MiB, extensions });
const paper = (extensions: string[]): MediaRule => ({ kind: 'document', mostBytes: 100 * MiB, extensions });

/** What a photo of a person or a logo may be before the small square is made of it. */
export const mostSquareBytes = 5 * MiB;
export const squareTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** By type of the bytes. Sizes are the Cloud API's limits for sending. */
export const sendableMedia: Readonly<Record<string, MediaRule>> = {
  'application/msword': paper(['doc']),
  'application/pdf': paper(['pdf']),
  'application/vnd.ms-excel': paper(['xls']),
  'application/vnd.ms-powerpoint': paper(['ppt']),
  [`${office}.presentationml.presentation`]: paper(['pptx']),
  [`${office}.spreadsheetml.sheet`]: paper(['xlsx']),
  [`${office}.wordprocessingml.document`]: paper(['docx']),
  'audio/aac': audio(['aac']),
  'audio/amr': audio(['amr']),
  'audio/mp4': audio(['m4a', 'mp4']),
  'audio/mpeg': audio(['mp3']),
  'audio/ogg': audio(['ogg', 'oga', 'opus']),
  'image/jpeg': image(['jpg', 'jpeg']),
  'image/png': image(['png']),
  'image/webp': { kind: 'sticker', mostBytes: 500 * 1024, extensions: ['webp'] },
  'text/plain': paper(['txt', 'csv', 'log', 'md']),
  'video/3gpp': video(['3gp']),
  'video/mp4': video(['mp4', 'm4v']),
};

/** A sticker that does not move may be this large. */
export const stillStickerBytes = 100 * 1024;

/** The largest file that anybody may send, and that WhatsApp lets a customer send. */
export const mostMediaBytes = 100 * MiB;

/** Captions, UTF-16 units. */
export const mostCaption = 1024;

/** Files in one go. */
export const mostFiles = 10;

/** Up to here a recording is shown with a play button on the customer's phone, bytes. */
export const voiceNoteBytes = 512 * 1024;
