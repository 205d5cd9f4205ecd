import type { Automation, Flow } from '@parley/contract/types';
import { saveBlob } from '../../../platform/download.ts';

const format = 'parley-automation-1';

export function exportFlow({ name, flow }: Pick<Automation, 'name' | 'flow'>): void {
  const text = JSON.stringify({ format, name, flow }, null, 2);
  saveBlob(new Blob([text], { type: 'application/json' }), `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.json`);
}

/** The server checks the flow itself. @returns null for a file that is no automation */
export async function importedFlow(file: File): Promise<{ name: string; flow: Flow } | null> {
  try {
    const read = JSON.parse(await file.text()) as { format?: unknown; name?: unknown; flow?: unknown };
    if (read.format !== format || typeof read.name !== 'string' || typeof read.flow !== 'object') return null;
    return { name: read.name, flow: read.flow as Flow };
  } catch {
    return null;
  }
}
