import type { Platform } from '../../platform/platform.ts';
import { findUsage } from './repo.ts';

/** The account's storage quota is used up. */
export class StorageQuotaExceeded extends Error {}

/** Whose quota a file will count against, and how large its sender says it is; 0: unknown. */
export type ForAccount = { clientId: string; declaredBytes: number };

/** Room that an arriving file has in the quota of its account until it is stored or discarded. */
export type Reservation = {
  /** More bytes than declared have arrived. @throws StorageQuotaExceeded */
  cover(bytes: number): void;
  end(): void;
};

/** Counted in this process: what a killed one had reserved is free again. What is stored is charged exactly. */
export type Quota = {
  mostBytes: number;
  /** @throws StorageQuotaExceeded before a byte is read */
  reserve(account: ForAccount): Promise<Reservation>;
};

export function createQuota({ db, config }: Platform): Quota {
  const mostBytes = config.MEDIA_QUOTA_MB * 1_048_576;
  const arriving = new Map<string, number>();

  function add(clientId: string, bytes: number): number {
    const sum = (arriving.get(clientId) ?? 0) + bytes;
    if (sum === 0) arriving.delete(clientId);
    else arriving.set(clientId, sum);
    return sum;
  }

  return {
    mostBytes,
    async reserve({ clientId, declaredBytes }) {
      let reserved = declaredBytes;
      // Those that came first keep their room. One alone may arrive whole: what is stored already takes no more.
      const isTooMuch = (stored: number, sum: number) => sum > reserved && stored + sum > mostBytes;
      const sum = add(clientId, declaredBytes);
      const end = () => {
        add(clientId, -reserved);
        reserved = 0;
      };
      try {
        const stored = await db.withTenant(clientId, findUsage, { readOnly: true });
        if (isTooMuch(stored, sum)) throw new StorageQuotaExceeded();
        return {
          cover(bytes) {
            if (bytes <= reserved) return;
            const now = add(clientId, bytes - reserved);
            reserved = bytes;
            if (!isTooMuch(stored, now)) return;
            // At once, so that the others can go on.
            end();
            throw new StorageQuotaExceeded();
          },
          end,
        };
      } catch (error) {
        end();
        throw error;
      }
    },
  };
}
