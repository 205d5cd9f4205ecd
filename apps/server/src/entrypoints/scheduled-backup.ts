// The child process of a worker that makes the backup due at the time in its argument. It ends with the worker.
import { backedUpFilesOf } from '../operations.ts';
import { createBackupBucket } from '../platform/backup/backup-bucket.ts';
import { makeScheduledBackup } from '../platform/backup/scheduled-backup.ts';
import type { BackupOutcome } from '../platform/backup/start-scheduled-backups.ts';
import { parseConfig } from '../platform/config.ts';
import { withOperatorAccess } from '../platform/db/operator.ts';

// What was written so far has a name of its own, and the next one removes it.
process.on('disconnect', () => process.exit(143));
process.on('SIGTERM', () => process.exit(143));

const tell = (outcome: BackupOutcome) => new Promise((told) => process.send?.(outcome, told));

try {
  const config = parseConfig(process.env, process.cwd());
  const due = new Date(process.argv[2] ?? '');
  const made = await withOperatorAccess(process.env, process.cwd(), (access) =>
    makeScheduledBackup(access, {
      config,
      due,
      backedUpFiles: backedUpFilesOf(config),
      bucket: createBackupBucket(config),
    }),
  );
  await tell({ made });
} catch (error) {
  await tell({ failed: error instanceof Error ? error.message : String(error) });
}
process.exit(0);
