export type TextKind = 'html' | 'markdown' | 'text' | 'pdf';

/** What a file is, by its beginning and its name. @returns null: none that can be read */
export function kindOfFile(bytes: Uint8Array, name: string): TextKind | null {
  if (isPdf(bytes)) return 'pdf';
  if (bytes.subarray(0, 4_096).includes(0)) return null;
  if (/\.(?:md|markdown)$/i.test(name)) return 'markdown';
  return /\.txt$/i.test(name) ? 'text' : null;
}

/** What an address answers with, by its content type. @returns null: none that can be read */
export function kindOfAnswer(type: string, path: string): TextKind | null {
  if (/^(?:text\/html|application\/xhtml\+xml)\b/i.test(type)) return 'html';
  if (/^application\/pdf\b/i.test(type)) return 'pdf';
  if (/^text\/markdown\b/i.test(type)) return 'markdown';
  if (!/^text\/plain\b/i.test(type)) return null;
  return /\.(?:md|markdown)$/i.test(path) ? 'markdown' : 'text';
}

export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 1_024)).includes('%PDF-');
}
