import { type MediaKind, type MediaRule, sendableMedia, stillStickerBytes } from '@parley/contract/media';

/** Why a file cannot go as it is. */
export type FileProblem = { why: 'empty' | 'type' | 'damaged' } | { why: 'large'; mostBytes: number };

/** Browsers name some types in their own way, or not at all. */
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

/** The type under which a file could be sent: what the browser says, else what its name ends with. */
export function sendableTypeOf({ name, type }: Pick<FileFacts, 'name' | 'type'>): string | null {
  const said = type.split(';')[0]?.trim().toLowerCase() ?? '';
  const known = sameAs[said] ?? said;
  if (sendableMedia[known] !== undefined) return known;
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase();
  if (extension === undefined || (said !== '' && said !== 'application/octet-stream')) return null;
  return Object.keys(sendableMedia).find((each) => sendableMedia[each]?.extensions.includes(extension)) ?? null;
}

/** What a file may be sent as. Pictures that WhatsApp does not take, and WebP, are drawn anew before. */
export function ruleOf(file: Pick<FileFacts, 'name' | 'type'>): MediaRule | null {
  const type = sendableTypeOf(file);
  return type === null ? null : (sendableMedia[type] ?? null);
}

export function problemOf(file: FileFacts): FileProblem | null {
  if (file.size === 0) return { why: 'empty' };
  const rule = ruleOf(file);
  if (rule === null) return { why: 'type' };
  const mostBytes = rule.kind === 'sticker' ? stillStickerBytes : rule.mostBytes;
  return file.size > mostBytes ? { why: 'large', mostBytes } : null;
}

/** Sound and stickers carry no words. */
export function takesCaption(kind: MediaKind): boolean {
  return kind !== 'audio' && kind !== 'sticker';
}
