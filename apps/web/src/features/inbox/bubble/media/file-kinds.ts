import { type MediaKind, type MediaRule, sendableMedia, stillStickerBytes } from '@parley/contract/media';

/** Why a file cannot be sent. */
export type FileProblem = { why: 'empty' | 'type' | 'damaged' } | { why: 'large'; mostBytes: number };

/** Some browsers have other names for types, or none. */
const sameAs: Readonly<Record<string, string>> = {
  'audio/mp3': 'audio/mpeg',
  'audio/x-m4a': 'audio/mp4',
  'audio/opus': 'audio/ogg',
  'image/jpg': 'image/jpeg',
  'text/csv': 'text/plain',
  'text/markdown': 'text/plain',
  'video/x-m4v': 'video/mp4',
};

type FileFacts = { name: string; type: string; size: number };

/** The type of a file: the browser's, else by its extension. */
export function sendableTypeOf({ name, type }: Pick<FileFacts, 'name' | 'type'>): string | null {
  const said = type.split(';')[0]?.trim().toLowerCase() ?? '';
  const known = sameAs[said] ?? said;
  if (sendableMedia[known] !== undefined) return known;
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase();
  if (extension === undefined || (said !== '' && said !== 'application/octet-stream')) return null;
  return Object.keys(sendableMedia).find((each) => sendableMedia[each]?.extensions.includes(extension)) ?? null;
}

/** The kinds a file may be sent as. Images that WhatsApp does not accept, and WebP, are converted before. */
export function ruleOf(file: Pick<FileFacts, 'name' | 'type'>): MediaRule | null {
  const type = sendableTypeOf(file);
  return type === null ? null : (sendableMedia[type] ?? null);
}

export function problemOf(file: FileFacts): FileProblem | null {
  if (file.size === 0) return { why: 'empty' };
  const rule = ruleOf(file);
  if (rule === null) return { why: 'type' };
  const mostBytes = rule.kind === 'sticker' ? stillStickerBytes : rule.maxBytes;
  return file.size > mostBytes ? { why: 'large', mostBytes } : null;
}

/** Audio and stickers have no caption. */
export function takesCaption(kind: MediaKind): boolean {
  return kind !== 'audio' && kind !== 'sticker';
}
