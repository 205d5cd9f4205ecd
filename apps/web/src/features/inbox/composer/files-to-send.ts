import { maxCaptionLength } from '@parley/contract/media';
import type { FileToSend, OutboxEntry } from '../../sync/public.ts';
import { takesCaption } from '../bubble/media/file-kinds.ts';
import type { PickedFile } from './use-attachments.ts';

/** The text is the caption of a single file; with several files, or when too long, it is a separate message. */
export function filesToSend(picked: readonly PickedFile[], text: string): { files: FileToSend[]; rest: string } {
  const files = picked.flatMap(({ prepared, caption }) =>
    prepared === undefined ? [] : [takesCaption(prepared.kind) ? { ...prepared, caption } : prepared],
  );
  const [only] = files;
  if (only === undefined || files.length > 1 || !takesCaption(only.kind) || text.length > maxCaptionLength) {
    return { files, rest: text };
  }
  return { files: [{ ...only, caption: text }], rest: '' };
}

/** The file of a message that is taken back; a recording was none before. */
export function fileOf({ body, attachment }: OutboxEntry): File[] {
  if (attachment === undefined || body.audio?.voice) return [];
  const { file, name } = attachment;
  return [new File([file], name, { type: file.type })];
}
