import type { UploadedMedia } from '@parley/contract/types';
import { withSession } from './api.ts';
import { apiUrl, loadConfig } from './config.ts';
import { NetworkError } from './errors.ts';
import { pageLanguage } from './formats.ts';
import { apiErrorFrom } from './http.ts';

/** Without progress for this long the connection counts as lost. A large file may take as long as it makes progress. */
const silentMs = 60_000;

export type UploadOptions = { onProgress: (share: number) => void; signal: AbortSignal };

/**
 * Uploads a file and reports progress (0 to 1).
 * @param key idempotency key
 * @throws ApiError when the server refuses it, NetworkError when no answer came or the upload was cancelled
 */
export async function uploadFile(
  key: string,
  file: Blob,
  name: string,
  options: UploadOptions,
): Promise<UploadedMedia> {
  const { api_base } = await loadConfig();
  const url = apiUrl(api_base, '/api/media');
  const headers = {
    'Content-Type': file.type || 'application/octet-stream',
    'Accept-Language': pageLanguage(),
    'Idempotency-Key': key,
    'X-Filename': encodeURIComponent(name.toWellFormed()),
  };
  return withSession((token) => send(url, file, { ...headers, Authorization: `Bearer ${token ?? ''}` }, options));
}

/** `fetch` does not report upload progress. */
function send(
  url: string,
  file: Blob,
  headers: Record<string, string>,
  { onProgress, signal }: UploadOptions,
): Promise<UploadedMedia> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = () => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), silentMs);
    };
    const abort = () => request.abort();
    const end = (finish: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      finish();
    };
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      watch();
      onProgress(event.total === 0 ? 0 : event.loaded / event.total);
    };
    request.onload = () => end(() => settle(request, resolve, reject));
    request.onerror = () => end(() => reject(new NetworkError('offline')));
    request.onabort = () => end(() => reject(new NetworkError(signal.aborted ? 'offline' : 'timeout')));
    signal.addEventListener('abort', abort);
    if (signal.aborted) return end(() => reject(new NetworkError('offline')));
    watch();
    request.send(file);
  });
}

function settle(
  request: XMLHttpRequest,
  resolve: (media: UploadedMedia) => void,
  reject: (error: Error) => void,
): void {
  const { status, responseText } = request;
  if (status < 200 || status > 299) {
    reject(apiErrorFrom(status, request.getResponseHeader('Retry-After'), responseText));
    return;
  }
  try {
    resolve(JSON.parse(responseText) as UploadedMedia);
  } catch (error) {
    // A body that is not JSON comes from an intermediary.
    reject(new NetworkError('offline', error));
  }
}
