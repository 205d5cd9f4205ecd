import { uuidv7 } from '../../../platform/id.ts';
import { deviceStorage, readJson, visitorPrefix } from '../../../platform/storage.ts';

export type BusinessValues = {
  name: string;
  country: string;
  time_zone: string;
  industry: string;
  website: string;
  team_size: string;
};

/**
 * The values of /initial-setup/business-info, stored on this device because the page needs no sign-in. `id` is the
 * account's id from the start, so that creating it twice creates one. `pending`: to be submitted once the user
 * is signed in.
 */
export type BusinessDraft = { id: string; values: BusinessValues; pending: boolean };

const key = `${visitorPrefix}business-draft`;

export function findBusinessDraft(presets: Pick<BusinessValues, 'country' | 'time_zone'>): BusinessDraft {
  const empty: BusinessValues = { name: '', industry: '', website: '', team_size: '', ...presets };
  const kept = readJson(deviceStorage.get(key)) as Partial<BusinessDraft> | null;
  if (typeof kept?.id !== 'string' || typeof kept.values !== 'object' || kept.values === null) {
    return { id: uuidv7(), values: empty, pending: false };
  }
  const known = Object.entries(kept.values).filter(([name, value]) => name in empty && typeof value === 'string');
  return { id: kept.id, values: { ...empty, ...Object.fromEntries(known) }, pending: kept.pending === true };
}

export function storeBusinessDraft(draft: BusinessDraft): void {
  deviceStorage.set(key, JSON.stringify(draft));
}

export function deleteBusinessDraft(): void {
  deviceStorage.remove(key);
}
