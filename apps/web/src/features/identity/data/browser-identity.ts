import { api } from '../../../platform/api.ts';
import { session } from '../../../platform/browser-session.ts';
import { apiUrl, loadConfig } from '../../../platform/config.ts';
import { tabStorage } from '../../../platform/storage.ts';
import { createIdentity } from './identity-client.ts';
import { providerFlows } from './provider-flow.ts';

/** The provider sign-in that this tab started. */
export const flows = providerFlows(tabStorage);

/** The identity client of this tab. */
export const identity = createIdentity({
  session,
  call: (key, input) => api(key, input),
  flows,
  askSecondFactor: async (handle, fields) =>
    (await import('./second-factor-question.ts')).askSecondFactor(handle, fields),
  addressOf: async (path) => apiUrl((await loadConfig()).api_base, path),
});
