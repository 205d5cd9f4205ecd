import { zipSync } from 'fflate';

/** A zip of texts and bytes by their path. */
export function zipOf(files: Record<string, string | Uint8Array>): Buffer {
  const bytes = Object.entries(files).map(([path, content]) => [
    path,
    typeof content === 'string' ? Buffer.from(content) : content,
  ]);
  return Buffer.from(zipSync(Object.fromEntries(bytes)));
}
