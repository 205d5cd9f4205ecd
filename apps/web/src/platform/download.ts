import { addressOf, type CallParts, withSession } from './api.ts';
import { apiUrl, loadConfig } from './config.ts';
import { fetchFile } from './http.ts';
import { releaseObjectUrl } from './object-url.ts';

/** The formats of a table that is downloaded: a workbook for spreadsheets, text for other software. */
export type FileFormat = 'xlsx' | 'csv';

/** A file may take longer than other calls, because the server writes exports while they are read. */
const timeoutMs = 10 * 60_000;

/**
 * Downloads a file of the API with the session's token. The token is never in a URL, so the whole file is read first.
 * @param key `GET /api/path/{param}`
 * @throws ApiError, NetworkError
 */
export async function downloadFile(key: string, input: CallParts, name: string): Promise<void> {
  const { method, path } = addressOf(key, input);
  const { api_base } = await loadConfig();
  const file = await withSession((token) => fetchFile({ method, url: apiUrl(api_base, path), token, timeoutMs }));
  saveBlob(file, name);
}

/** Passes a file to the browser's downloads. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  releaseObjectUrl(url);
}
