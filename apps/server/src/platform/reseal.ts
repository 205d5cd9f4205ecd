import type { Executor } from './db/sql.ts';
import type { Platform } from './platform.ts';

/**
 * After a change of the installation's key: seals what was sealed before with the new one.
 * @param sealed.lock rows in which all bytes are sealed values @param sealed.placeOf where those of a row are sealed
 * @returns how many rows
 */
export function resealRows<R extends object>(
  { db, secrets }: Pick<Platform, 'db' | 'secrets'>,
  sealed: { lock(tx: Executor): Promise<R[]>; placeOf(row: R): string; store(tx: Executor, row: R): Promise<void> },
): Promise<number> {
  return db.system.transaction('maintenance', async (tx) => {
    const isOld = (value: unknown) => Buffer.isBuffer(value) && secrets.isSealedBefore(value);
    const rows = (await sealed.lock(tx)).filter((row) => Object.values(row).some(isOld));
    for (const row of rows) {
      const place = sealed.placeOf(row);
      const again = (value: unknown) =>
        Buffer.isBuffer(value) ? secrets.seal(secrets.open(value, place), place) : value;
      await sealed.store(tx, Object.fromEntries(Object.entries(row).map(([name, value]) => [name, again(value)])) as R);
    }
    return rows.length;
  });
}
