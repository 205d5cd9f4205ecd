import { addressOf, type CallParts, withSession } from './api.ts';
import { apiUrl, loadConfig } from './config.ts';
import { fetchFile } from './http.ts';

/**
 * Gets a file of the API as the session and hands it to the browser to keep. The token is never in an address, so the
 * file is read whole first.
 * @param key `GET /api/path/{param}`
 * @throws ApiError, NetworkError
 */
export async function downloadFile(key: string, input: CallParts, name: string): Promise<void> {
  const { method, path } = addressOf(key, input);
  const { api_base } = await loadConfig();
  const file = await withSession((token) => fetchFile({ method, url: apiUrl(api_base, path), token }));
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has its own hold on the file by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
