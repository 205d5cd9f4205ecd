import { uuidv7 } from '../../platform/id.ts';
import { deviceStorage, readJson, visitorPrefix } from '../../platform/storage.ts';

export type BusinessValues = {
  name: string;
  country: string;
  time_zone: string;
  industry: string;
  website: string;
  team_size: string;
};

/**
 * What was typed on /initial-setup/business-info, kept on this device because the page needs no sign-in. `id` is the
 * account's id from the first moment, so that creating it twice makes one. `waiting`: to be written as soon as somebody
 * is signed in.
 */
export type BusinessDraft = { id: string; values: BusinessValues; waiting: boolean };

const key = `${visitorPrefix}business-draft`;

export function readBusinessDraft(presets: Pick<BusinessValues, 'country' | 'time_zone'>): BusinessDraft {
  const empty: BusinessValues = { name: '', industry: '', website: '', team_size: '', ...presets };
  const kept = readJson(deviceStorage.get(key)) as Partial<BusinessDraft> | null;
  if (typeof kept?.id !== 'string' || typeof kept.values !== 'object' || kept.values === null) {
    return { id: uuidv7(), values: empty, waiting: false };
  }
  const known = Object.entries(kept.values).filter(([name, value]) => name in empty && typeof value === 'string');
  return { id: kept.id, values: { ...empty, ...Object.fromEntries(known) }, waiting: kept.waiting === true };
}

export function keepBusinessDraft(draft: BusinessDraft): void {
  deviceStorage.set(key, JSON.stringify(draft));
}

export function forgetBusinessDraft(): void {
  deviceStorage.remove(key);
}
