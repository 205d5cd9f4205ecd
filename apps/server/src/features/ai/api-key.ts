import type { Platform } from '../../platform/platform.ts';
import { lockSealedKeys, storeResealedKey } from './settings-repo.ts';

const contextOf = (clientId: string) => `ai_settings.api_key:${clientId}`;
const shownLast = 4;

export function sealKey({ secrets }: Platform, clientId: string, key: string): Buffer {
  return secrets.seal(key, contextOf(clientId));
}

export function openKey({ secrets }: Platform, clientId: string, sealed: Buffer): string {
  return secrets.open(sealed, contextOf(clientId));
}

/** Enough to tell keys apart; nothing of a short one. */
export function endOfKey(key: string): string {
  return key.length < 4 * shownLast ? '' : key.slice(-shownLast);
}

/** After a change of the installation's key: seals what was sealed before with the new one. */
export async function resealAiKeys(platform: Platform): Promise<number> {
  const { db, secrets } = platform;
  return db.system.transaction('maintenance', async (tx) => {
    const rows = (await lockSealedKeys(tx)).filter((row) => secrets.isSealedBefore(row.api_key_enc));
    for (const { client_id: clientId, api_key_enc: sealed } of rows) {
      await storeResealedKey(tx, clientId, sealKey(platform, clientId, openKey(platform, clientId, sealed)));
    }
    return rows.length;
  });
}
