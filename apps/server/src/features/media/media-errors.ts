import { sendableMedia, stillStickerBytes } from '@parley/contract/media';
import { said } from '@parley/contract/said';
import type { MediaKind } from '@parley/contract/types';
import type { FileFacts } from './inspect-file.ts';

export const kindNames: Readonly<Record<MediaKind, string>> = {
  audio: said('a sound file'),
  document: said('a document'),
  image: said('a picture'),
  sticker: said('a sticker (WebP)'),
  video: said('a video'),
};

/** For example "16 MB"; WhatsApp counts in powers of 1,024. */
export function formatSize(bytes: number): string {
  return bytes < 1_048_576 ? `${Math.round(bytes / 1_024)} KB` : `${Math.round(bytes / 1_048_576)} MB`;
}

/** Why a file cannot be sent over WhatsApp and what to do; null when it can. */
export function findSendProblem(facts: FileFacts, sizeBytes: number, declared: string): string | null {
  const { mimeType } = facts;
  const family = declared.split('/')[0] ?? '';
  const isDeclaredMedia = ['audio', 'image', 'video'].includes(family);
  if (mimeType === 'text/html' || mimeType === 'image/svg+xml' || mimeType === 'application/xml') {
    return isDeclaredMedia
      ? `This is not ${kindNames[family as MediaKind]}: it holds a web page or a drawing with programs, which WhatsApp does not take. Save it as PNG or JPEG.`
      : 'Web pages and SVG drawings can’t be sent over WhatsApp. Send them as PDF, or a picture as PNG or JPEG.';
  }
  if (mimeType === 'text/plain' && isDeclaredMedia) {
    return `This is text, although it says to be of the type ${declared}. Give it its true name and try again.`;
  }
  const rule = sendableMedia[mimeType];
  if (rule === undefined) return unknownTypeMessage(mimeType);
  if (facts.unusable === 'too_many_pixels')
    return 'This picture has too many pixels. Make it smaller than 40 megapixels.';
  if (facts.unusable === 'damaged') return 'This picture is damaged and can’t be read.';
  if (rule.kind === 'image' && !facts.plain) {
    return 'WhatsApp takes pictures with 8 bits a channel in RGB only. Save it as an ordinary JPEG or PNG.';
  }
  const most = rule.kind === 'sticker' && !facts.animated ? stillStickerBytes : rule.maxBytes;
  return sizeBytes > most ? tooLargeMessage(rule.kind, most) : null;
}

export function tooLargeMessage(kind: MediaKind | null, mostBytes: number): string {
  const what = kind === null ? said('a file') : kindNames[kind];
  return `This file is too large: ${what} may have ${formatSize(mostBytes)} at most on WhatsApp.`;
}

/** The file is of another kind than the message requires. */
export function wrongKindMessage(wanted: MediaKind, mimeType: string): string {
  const found = sendableMedia[mimeType]?.kind;
  if (wanted === 'image' && found === 'sticker') {
    return 'WhatsApp takes pictures as JPEG or PNG; a WebP is a sticker. Save it as JPEG or PNG.';
  }
  return found === undefined
    ? `This file can’t be sent as ${kindNames[wanted]}.`
    : `This file is ${kindNames[found]}, not ${kindNames[wanted]}: send it as ${found}.`;
}

/** Why WhatsApp takes no file of a type, and what it takes. */
export function unknownTypeMessage(mimeType: string): string {
  if (mimeType === 'image/gif') return 'WhatsApp takes no GIF. Send it as a video (MP4) or as a picture (PNG).';
  if (mimeType.startsWith('image/')) return 'WhatsApp takes pictures as JPEG or PNG only.';
  if (mimeType.startsWith('video/')) return 'WhatsApp takes videos as MP4 or 3GP only.';
  if (mimeType.startsWith('audio/')) return 'WhatsApp takes sound as MP3, M4A, AAC, AMR or Ogg with Opus only.';
  if (mimeType === 'application/zip') return 'WhatsApp takes no archives. Send the files in it one by one.';
  return 'WhatsApp does not take files of this type. Documents may be PDF, text, Word, Excel or PowerPoint.';
}
