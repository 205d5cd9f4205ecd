import type { Readable } from 'node:stream';
import { avatarTypes } from '@parley/contract/media';
import { AppError } from '../../platform/errors.ts';
import type { FileStore } from './file-store.ts';
import { UnusableImage } from './images.ts';
import { FileTooLarge } from './receive-file.ts';
import { FileRefused } from './scan/result.ts';

type ReceiveOptions = {
  maxBytes: number;
  /** What the sender says about the size, if anything. */
  declaredBytes?: number;
  /** Whether the sender left before the end. */
  isCutOff?: () => boolean;
  /** What the errors name. */
  field: string;
};

/**
 * Stores a picture for a moment, has it scanned, and encodes it again: nothing else that was in the file is in the result.
 * @throws AppError payload_too_large, media_unusable (empty, no image, damaged, too many pixels), bad_request (cut off)
 */
export async function receiveImage<T>(
  fileStore: FileStore,
  body: Readable,
  encode: (path: string) => Promise<T>,
  { maxBytes, declaredBytes = 0, isCutOff = () => false, field }: ReceiveOptions,
): Promise<T> {
  const unusable = (msg: string) => new AppError('media_unusable', { data: [{ field, msg }] });
  const tooLarge = () => {
    const msg = `A picture may have at most ${maxBytes / 1024 / 1024} MB.`;
    return new AppError('payload_too_large', { data: [{ field, msg }] });
  };
  if (declaredBytes > maxBytes) throw tooLarge();
  const received = await fileStore.receive(body, maxBytes, null).catch((error: unknown) => {
    if (error instanceof FileTooLarge) throw tooLarge();
    if (error instanceof FileRefused) throw new AppError('media_refused', { data: [{ field, msg: error.message }] });
    if (!isCutOff()) throw error;
    throw new AppError('bad_request', { message: 'The file was cut off on its way.', cause: error });
  });
  try {
    if (received.sizeBytes === 0) throw unusable('This file is empty.');
    if (received.scan === 'waiting') throw notScanned();
    if (!avatarTypes.some((type) => type === received.facts.mimeType)) {
      throw unusable('This is no JPEG, PNG or WebP picture.');
    }
    return await encode(received.path);
  } catch (error) {
    if (!(error instanceof UnusableImage)) throw error;
    throw unusable(
      error.reason === 'too_many_pixels'
        ? 'This picture has too many pixels. Make it smaller first.'
        : 'This picture is damaged and can’t be read.',
    );
  } finally {
    await fileStore.discard(received);
  }
}

export function notScanned(): AppError {
  const message = 'The malware scanner is not answering. Try again in a few minutes.';
  return new AppError('unavailable', { message, retryAfterS: 60 });
}
