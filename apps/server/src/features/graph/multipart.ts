/** The events of a multipart body, in order. */
export type MultipartEvent =
  | { kind: 'part'; name: string; filename: string | null; mimeType: string | null }
  | { kind: 'bytes'; bytes: Buffer };

/** The body is not well-formed multipart/form-data. */
export class MultipartError extends Error {}

const headLimitBytes = 16_384;

/** Boundary of a Content-Type, null when it is no multipart/form-data. */
export function boundaryOf(contentType: string | undefined): string | null {
  const match = /^multipart\/form-data\s*;.*?boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType ?? '');
  return match?.[1] ?? match?.[2] ?? null;
}

/**
 * Parses a multipart body while it arrives, with no more than one chunk and a boundary in memory.
 * @throws MultipartError truncated or malformed
 */
export async function* readMultipart(body: AsyncIterable<Buffer>, boundary: string): AsyncGenerator<MultipartEvent> {
  const edge = Buffer.from(`\r\n--${boundary}`);
  // The first boundary has no line break before it; prepending one makes it like all others.
  let rest: Buffer = Buffer.from('\r\n');
  let state: 'preamble' | 'edge' | 'head' | 'bytes' | 'end' = 'preamble';
  for await (const chunk of body) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let moved = true; moved && state !== 'end'; ) {
      moved = false;
      if (state === 'preamble' || state === 'bytes') {
        const at = rest.indexOf(edge);
        // A possible beginning of a boundary stays until more data has arrived.
        const upTo = at === -1 ? Math.max(rest.length - edge.length + 1, 0) : at;
        if (state === 'bytes' && upTo > 0) yield { kind: 'bytes', bytes: rest.subarray(0, upTo) };
        rest = rest.subarray(at === -1 ? upTo : at + edge.length);
        if (at !== -1) {
          state = 'edge';
          moved = true;
        }
      } else if (state === 'edge' && rest.length >= 2) {
        const mark = rest.toString('latin1', 0, 2);
        if (mark !== '--' && mark !== '\r\n') throw new MultipartError('A boundary is followed by something else');
        rest = rest.subarray(2);
        state = mark === '--' ? 'end' : 'head';
        moved = true;
      } else if (state === 'head') {
        const end = rest.indexOf('\r\n\r\n');
        if (end === -1 && rest.length > headLimitBytes) throw new MultipartError('The head of a part is too long');
        if (end !== -1) {
          yield readHead(rest.toString('utf8', 0, end));
          rest = rest.subarray(end + 4);
          state = 'bytes';
          moved = true;
        }
      }
    }
    if (state === 'end') rest = Buffer.alloc(0);
  }
  if (state !== 'end') throw new MultipartError('The body ends in the middle');
}

function readHead(head: string): MultipartEvent {
  const disposition = /^content-disposition:\s*form-data(.*)$/im.exec(head)?.[1] ?? '';
  const name = /;\s*name="([^"]*)"/i.exec(disposition)?.[1];
  if (name === undefined) throw new MultipartError('A part has no name');
  const filename = /;\s*filename="([^"]*)"/i.exec(disposition)?.[1] ?? null;
  const mimeType = /^content-type:\s*(.+?)\s*$/im.exec(head)?.[1] ?? null;
  return { kind: 'part', name, filename, mimeType };
}
