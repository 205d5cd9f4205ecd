import { withSession } from '../../../platform/api.ts';
import { apiUrl, loadConfig } from '../../../platform/config.ts';
import { NetworkError } from '../../../platform/errors.ts';
import { apiErrorFrom } from '../../../platform/http.ts';

/** Hands a file over to the browser's downloads. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download holds the blob by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Downloads what a route of the API answers as a file. @throws ApiError, NetworkError */
export async function downloadFrom(path: string, name: string): Promise<void> {
  const { api_base } = await loadConfig();
  const blob = await withSession(async (token) => {
    const headers = { Authorization: `Bearer ${token ?? ''}` };
    const response = await fetch(apiUrl(api_base, path), { headers }).catch((error: unknown) => {
      throw new NetworkError('offline', error);
    });
    if (!response.ok) throw apiErrorFrom(response.status, response.headers.get('Retry-After'), await response.text());
    return response.blob();
  });
  saveBlob(blob, name);
}
