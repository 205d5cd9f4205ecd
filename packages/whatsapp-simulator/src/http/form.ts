import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';

/** A form that cannot be read; the message says why. */
export class FormError extends Error {}

/** A file of a form. */
export type FormFile = { name: string; filename: string; mimeType: string };

/** Whether a request has a form with parts. */
export function hasForm(request: IncomingMessage): boolean {
  return /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '');
}

/**
 * Reads a form while it arrives.
 * @param fieldBytes the most that one field may have
 * @param take gets the pieces of files, of an empty one none with bytes; what it throws ends the reading
 * @returns the fields
 * @throws FormError
 */
export function readForm(
  request: IncomingMessage,
  fieldBytes: number,
  take: (file: FormFile, bytes: Buffer) => void = () => undefined,
): Promise<Map<string, string>> {
  const read = Promise.withResolvers<Map<string, string>>();
  const fields = new Map<string, string>();
  let isOver = false;
  const fail = (error: unknown) => {
    isOver = true;
    read.reject(error);
    request.unpipe();
    // Else the answer waits for a body that nobody reads.
    request.resume();
  };
  const failForm = (error: unknown) => fail(new FormError(error instanceof Error ? error.message : String(error)));
  const give = (file: FormFile, bytes: Buffer) => {
    if (isOver) return;
    try {
      take(file, bytes);
    } catch (error) {
      fail(error);
    }
  };
  try {
    const form = new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: { fieldSize: fieldBytes, parts: 100, headerPairs: 20 },
    });
    form.on('field', (name, value, _isNameCut, isCut) => {
      if (isCut) failForm(`${name} is too long`);
      else fields.set(name, value);
    });
    form.on('file', (name, stream, filename, _encoding, mimeType) => {
      const file = { name, filename, mimeType };
      give(file, Buffer.alloc(0));
      stream.on('data', (bytes: Buffer) => give(file, bytes));
      stream.on('error', failForm);
    });
    form.on('error', failForm);
    form.on('finish', () => read.resolve(fields));
    request.on('error', fail);
    request.pipe(form);
  } catch (error) {
    failForm(error);
  }
  return read.promise;
}
