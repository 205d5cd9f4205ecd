const header = 'Phone,Name,Town,Lists\n';

/** Numbers that nobody has twice in a run, one in ten with spaces, one in ten without country code. */
function phoneOf(n: number): string {
  const digits = String(1_500_000_000 + n);
  if (n % 10 === 3) return `+49 ${digits.slice(0, 4)} ${digits.slice(4)}`;
  return n % 10 === 7 ? `0${digits}` : `+49${digits}`;
}

/** People with a field and a list each. @param from where their numbers begin */
export function contactFile(rows: number, from: number): Buffer {
  const lines = [header.trimEnd()];
  for (let n = from; n < from + rows; n++) lines.push(`${phoneOf(n)},Person ${n},Town ${n % 500},List ${n % 7}`);
  return Buffer.from(`${lines.join('\n')}\n`);
}

/** What a file holds and what must come of it. */
export type ContactFile = { bytes: Buffer; rows: number; people: number; nobodies: number; doubles: number };

/** Every thousandth row has no number, every thousandth that of the row before. */
const kindOf = (n: number) => (n % 1_000 === 500 ? 'nobody' : n % 1_000 === 999 ? 'double' : 'person');

/** A file of exactly so many bytes, the names as long as it takes. */
export function contactFileOf(rows: number, size: number): ContactFile {
  const bytes = Buffer.allocUnsafe(size);
  let at = bytes.write(header, 'latin1');
  const counts = { person: 0, nobody: 0, double: 0 };
  for (let n = 0; n < rows; n++) {
    const kind = kindOf(n);
    counts[kind]++;
    const phone = kind === 'nobody' ? 'nobody' : phoneOf(kind === 'double' ? n - 1 : n);
    const rest = `,Town ${n % 500},List ${n % 7}\n`;
    const share = Math.floor((size - header.length) * ((n + 1) / rows)) + header.length;
    const name = `Person ${n}`.padEnd(share - at - phone.length - rest.length - 1, ' of Somewhere');
    at += bytes.write(`${phone},${name}${rest}`, at, 'latin1');
  }
  if (at !== size) throw new Error(`${rows} rows take more than ${size} bytes`);
  return { bytes, rows, people: counts.person, nobodies: counts.nobody, doubles: counts.double };
}
