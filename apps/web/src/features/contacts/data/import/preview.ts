/* The first rows of a text file, read in the browser at once; the server reads all of it and has the last word. */

const previewBytes = 262_144;
export const previewRows = 200;

/** @returns rows including the header, or null for files that are not delimited text (spreadsheets, vCards) */
export async function previewFile(blob: Blob): Promise<string[][] | null> {
  const bytes = new Uint8Array(await blob.slice(0, previewBytes).arrayBuffer());
  const text = decode(bytes);
  if (text === null || /^\s*BEGIN:VCARD/i.test(text)) return null;
  // The sample may end within the last line.
  const whole = blob.size <= previewBytes ? text : text.slice(0, text.lastIndexOf('\n') + 1);
  const rows = cutRows(whole, delimiterOf(whole));
  return rows.length === 0 ? null : rows;
}

function decode(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.includes(0) || (first === 0x50 && second === 0x4b)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes); // not UTF-8
  }
}

function delimiterOf(text: string): string {
  const [line = ''] = text.split(/\r?\n/, 1);
  const counts = [',', ';', '\t', '|'].map((delimiter) => ({ delimiter, count: line.split(delimiter).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).delimiter;
}

export function cutRows(text: string, delimiter: string, most = previewRows + 1): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endRow = () => {
    row.push(cell);
    cell = '';
    if (row.some((one) => one.trim() !== '')) rows.push(row);
    row = [];
  };
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length && rows.length < most; at++) {
    const letter = text[at];
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at++;
      } else quoted = false;
    } else if (letter === '"' && cell === '') quoted = true;
    else if (letter === delimiter) {
      row.push(cell);
      cell = '';
    } else if (letter === '\n') endRow();
    else if (letter !== '\r') cell += letter;
  }
  if (rows.length < most && (cell !== '' || row.length > 0)) endRow();
  return rows;
}
