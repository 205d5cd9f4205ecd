import type { Message } from '@parley/contract/types';
import { mediaOf } from './use-fresh-media.ts';

/** Whether the file of a message is a stored PDF. */
export function isPdf(message: Message): boolean {
  const info = message.type === 'document' ? mediaOf(message)?.media_info : undefined;
  return info?.state === 'ready' && info.mime_type === 'application/pdf';
}

/** Whether the viewer shows the file of a message. */
export function isViewable(message: Message): boolean {
  const isSeen = message.type === 'image' || message.type === 'video';
  return isPdf(message) || (isSeen && mediaOf(message)?.media_info.state === 'ready');
}
