import { addressOf, withSession } from './api.ts';
import { apiUrl, loadConfig } from './config.ts';
import { pageLanguage } from './formats.ts';
import { apiErrorFrom } from './http.ts';

/**
 * Reads a whole file of the API with the session's token.
 * @param key `GET /api/path/{param}`
 * @throws ApiError when the server refuses, TypeError when no answer came, the signal's reason
 */
export async function readBytes(key: string, params: Record<string, string>, signal: AbortSignal): Promise<Blob> {
  const { path } = addressOf(key, { params });
  const { api_base } = await loadConfig();
  return withSession(async (token) => {
    const headers = new Headers({ 'Accept-Language': pageLanguage() });
    if (token !== null) headers.set('Authorization', `Bearer ${token}`);
    const response = await fetch(apiUrl(api_base, path), { headers, signal, credentials: 'same-origin' });
    if (!response.ok) throw apiErrorFrom(response.status, null, await response.text());
    return response.blob();
  });
}
