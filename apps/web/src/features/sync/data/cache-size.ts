import { type AccountKey, accountValues, deviceStorage, type KeyValue } from '../../../platform/storage.ts';
import { defaultCacheBytes, minimumCacheBytes } from './cache.ts';

const valueName = 'cache-bytes';

/** The chosen limit of the account's copy on this device, bytes. */
export function cacheBytes(account: AccountKey, storage: KeyValue = deviceStorage): number {
  const chosen = accountValues(storage, account).read(valueName);
  return typeof chosen === 'number' && Number.isFinite(chosen)
    ? Math.max(chosen, minimumCacheBytes)
    : defaultCacheBytes;
}

/** Applies to the next write of every tab; `DeviceCache.fit` applies it at once. */
export function chooseCacheBytes(account: AccountKey, bytes: number, storage: KeyValue = deviceStorage): void {
  accountValues(storage, account).write(valueName, Math.max(bytes, minimumCacheBytes));
}
