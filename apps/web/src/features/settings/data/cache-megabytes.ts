const bytesPerMegabyte = 1_048_576;
/** More than any browser grants a page on the devices that teams use. */
const mostMegabytes = 10_000;

export function megabytesOf(bytes: number): string {
  return String(Math.round((bytes / bytesPerMegabyte) * 100) / 100);
}

/** What was typed as a size, in bytes; null when it is no number from the minimum to the maximum. */
export function parseMegabytes(typed: string, minimumBytes: number): number | null {
  const words = typed
    .trim()
    .replace(/\s*mb$/i, '')
    .replace(',', '.');
  if (!/^\d+(?:\.\d+)?$/.test(words)) return null;
  const bytes = Math.round(Number(words) * bytesPerMegabyte);
  return bytes >= minimumBytes && bytes <= mostMegabytes * bytesPerMegabyte ? bytes : null;
}
