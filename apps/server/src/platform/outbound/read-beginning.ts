import type { IncomingMessage } from 'node:http';

/** The first bytes of a body, which ends there; what came before, when the connection breaks. */
export async function readBeginning(response: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of response) {
      pieces.push(piece as Buffer);
      bytes += (piece as Buffer).length;
      if (bytes >= mostBytes) break;
    }
  } catch {
    // What is looked for may be there already.
  } finally {
    response.destroy();
  }
  return Buffer.concat(pieces).subarray(0, mostBytes);
}
