const header = 'Phone,Name,Town,Lists\n';

/** Numbers that are unique in a run, one in ten with spaces, one in ten without country code. */
function phoneOf(n: number): string {
  const digits = String(1_500_000_000 + n);
  if (n % 10 === 3) return `+49 ${digits.slice(0, 4)} ${digits.slice(4)}`;
  return n % 10 === 7 ? `0${digits}` : `+49${digits}`;
}

/** Contacts with a field and a list each. @param from the start of their numbers */
export function contactFile(rows: number, from: number): Buffer {
  const lines = [header.trimEnd()];
  for (let n = from; n < from + rows; n++) lines.push(`${phoneOf(n)},Person ${n},Town ${n % 500},List ${n % 7}`);
  return Buffer.from(`${lines.join('\n')}\n`);
}

/** A file, and the expected result of its import. */
export type ContactFile = { bytes: Buffer; rows: number; contacts: number; invalidRows: number; duplicateRows: number };

/** Every thousandth row has no number, every thousandth that of the previous row. */
const kindOf = (n: number) => (n % 1_000 === 500 ? 'invalid' : n % 1_000 === 999 ? 'duplicate' : 'contact');

/** A file of exactly this many bytes, with names of the required length. */
export function contactFileOf(rows: number, size: number): ContactFile {
  const bytes = Buffer.allocUnsafe(size);
  let at = bytes.write(header, 'latin1');
  const counts = { contact: 0, invalid: 0, duplicate: 0 };
  for (let n = 0; n < rows; n++) {
    const kind = kindOf(n);
    counts[kind]++;
    const phone = kind === 'invalid' ? 'nobody' : phoneOf(kind === 'duplicate' ? n - 1 : n);
    const rest = `,Town ${n % 500},List ${n % 7}\n`;
    const share = Math.floor((size - header.length) * ((n + 1) / rows)) + header.length;
    const name = `Person ${n}`.padEnd(share - at - phone.length - rest.length - 1, ' of Somewhere');
    at += bytes.write(`${phone},${name}${rest}`, at, 'latin1');
  }
  if (at !== size) throw new Error(`${rows} rows take more than ${size} bytes`);
  return { bytes, rows, contacts: counts.contact, invalidRows: counts.invalid, duplicateRows: counts.duplicate };
}
