import { api } from '../../platform/api.ts';
import { session } from '../../platform/browser-session.ts';
import { apiUrl, loadConfig } from '../../platform/config.ts';
import { tabStorage } from '../../platform/storage.ts';
import { createIdentity } from './boundary.ts';
import { providerFlows } from './provider-flow.ts';

/** What this tab knows of a way to a provider that it began. */
export const flows = providerFlows(tabStorage);

/** The identity provider of this installation, as this tab uses it. */
export const identity = createIdentity({
  session,
  call: (key, input) => api(key, input),
  flows,
  addressOf: async (path) => apiUrl((await loadConfig()).api_base, path),
});
