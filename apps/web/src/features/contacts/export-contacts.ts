import type { Selection } from '@parley/contract/types';
import { withSession } from '../../platform/api.ts';
import { apiUrl, loadConfig } from '../../platform/config.ts';
import { NetworkError } from '../../platform/errors.ts';
import { apiErrorFrom } from '../../platform/http.ts';

/** A line of the file more or less is no contact: its head. */
const headLines = 1;

/**
 * Reads the file of a selection and gives it to the browser to save.
 * @param onProgress told how many contacts arrived
 * @throws ApiError when the server refuses, NetworkError when the line broke; then nothing is saved
 */
export async function exportContacts(
  selection: Selection,
  options: { onProgress: (contacts: number) => void; signal: AbortSignal },
): Promise<number> {
  const { api_base } = await loadConfig();
  const url = apiUrl(api_base, '/api/contacts/export');
  const response = await withSession(async (token) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token ?? ''}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ selection }),
      signal: options.signal,
    }).catch((error: unknown) => {
      throw options.signal.aborted ? error : new NetworkError('offline', error);
    });
    if (!answer.ok) throw apiErrorFrom(answer.status, answer.headers.get('Retry-After'), await answer.text());
    return answer;
  });
  const { parts, lines } = await readLines(response, options);
  save(new Blob(parts, { type: 'text/csv;charset=utf-8' }), 'contacts.csv');
  return Math.max(0, lines - headLines);
}

async function readLines(response: Response, options: { onProgress: (contacts: number) => void; signal: AbortSignal }) {
  const parts: BlobPart[] = [];
  let lines = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read().catch((error: unknown) => {
      throw options.signal.aborted ? error : new NetworkError('offline', error);
    })) ?? { done: true, value: undefined };
    if (value !== undefined) {
      parts.push(value);
      // Line breaks inside of values count too: close enough for saying how far it is.
      for (const byte of value) if (byte === 10) lines += 1;
      options.onProgress(Math.max(0, lines - headLines));
    }
    if (done) return { parts, lines };
  }
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to save it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
