import { withSession } from '../../../platform/api.ts';
import { apiUrl, loadConfig } from '../../../platform/config.ts';
import { NetworkError } from '../../../platform/errors.ts';
import { apiErrorFrom } from '../../../platform/http.ts';

/** Gives the file of a person's data to the browser to save. @throws ApiError, NetworkError; then nothing is saved */
export async function savePersonFile(contactId: string): Promise<void> {
  const { api_base } = await loadConfig();
  const url = apiUrl(api_base, `/api/contacts/${contactId}/data-export/file`);
  const file = await withSession(async (token) => {
    const answer = await fetch(url, { headers: { Authorization: `Bearer ${token ?? ''}` } }).catch((error: unknown) => {
      throw new NetworkError('offline', error);
    });
    if (!answer.ok) throw apiErrorFrom(answer.status, answer.headers.get('Retry-After'), await answer.text());
    return answer.blob().catch((error: unknown) => {
      throw new NetworkError('offline', error);
    });
  });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = `person-${contactId}.json`;
  link.click();
  // The browser has begun to save it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
