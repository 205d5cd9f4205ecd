import { rm } from 'node:fs/promises';
import type { JobKind } from '../../../platform/jobs/runner.ts';
import type { Platform } from '../../../platform/platform.ts';
import { incomingFolder, removeObjects } from '../file-store.ts';
import { receiveFile } from '../receive-file.ts';
import { type MediaStorage, MissingObject } from '../storage/storage.ts';
import { scanJob } from './enqueue-scan.ts';
import { FileRefused, ScannerUnavailable, type ScanResult } from './result.ts';
import { findFileToScan, markClean, refuseFile } from './scan-repo.ts';
import type { Scanner } from './scanner.ts';

const askAgainMs = 15_000;

/** Scans a waiting file, again until the scanner answers. */
export function scanMediaJob(platform: Platform, storage: MediaStorage, scanner: Scanner | null): JobKind {
  async function scan(clientId: string, fileId: string, sizeBytes: number): Promise<ScanResult> {
    if (scanner === null) return { clean: true }; // No scanner is configured any more.
    const folder = incomingFolder(platform.config.dataDir);
    const copy = await receiveFile(folder, await storage.read({ clientId, fileId, variant: 'file' }), sizeBytes);
    try {
      return await scanner.scan(copy.path, sizeBytes);
    } finally {
      await rm(copy.path, { force: true });
    }
  }

  return {
    name: scanJob,
    async run(job) {
      const fileId = job.payload['file_id'] ?? '';
      const { clientId } = job;
      const file = await platform.db.withTenant(clientId, (tx) => findFileToScan(tx, fileId), { readOnly: true });
      if (file === null) return undefined;
      try {
        const result = await scan(clientId, fileId, file.size_bytes);
        if (result.clean) {
          await job.transaction((tx) => markClean(tx, fileId));
          return undefined;
        }
        await job.transaction((tx) => refuseFile(tx, fileId, new FileRefused(result.finding).message));
        await removeObjects(storage, clientId, fileId);
        return undefined;
      } catch (error) {
        if (error instanceof MissingObject) return undefined;
        if (!(error instanceof ScannerUnavailable)) throw error;
        platform.log.warn({ err: error }, 'media: a file waits for the malware scanner');
        return { againInMs: askAgainMs };
      }
    },
  };
}
