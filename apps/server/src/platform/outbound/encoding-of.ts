/** The encoding that a page declares, in its content type or at its beginning, for `TextDecoder`. */
export function encodingOf(bytes: Buffer, type: string): string {
  const head = bytes.subarray(0, 1_024).toString('latin1');
  const label = /charset\s*=\s*["']?([\w-]{1,40})/i.exec(`${type} ${head}`)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return 'utf-8';
  }
}
