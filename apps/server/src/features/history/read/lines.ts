/** What is longer is cut: no message is as long. */
const mostLength = 1_000_000;

/** The lines of a text in UTF-8 or UTF-16, without their ends. A line that is too long is cut. */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  let rest = '';
  for await (const piece of bytes) {
    decoder ??= new TextDecoder(encodingOf(piece));
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > mostLength * 2) rest = rest.slice(0, mostLength);
    for (const line of lines) yield clean(line);
  }
  rest += decoder?.decode() ?? '';
  if (rest !== '') yield clean(rest);
}

function encodingOf([one, two]: Uint8Array): string {
  if (one === 0xff && two === 0xfe) return 'utf-16le';
  return one === 0xfe && two === 0xff ? 'utf-16be' : 'utf-8';
}

// PostgreSQL's texts have no U+0000.
function clean(line: string): string {
  const whole = line.endsWith('\r') ? line.slice(0, -1) : line;
  return whole.slice(0, mostLength).replaceAll('\u0000', '').toWellFormed();
}
