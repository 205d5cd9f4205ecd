// npm run db:url: the database owner's address and nothing else, for a shell's $(…).
import { resolve } from 'node:path';
import { EmbeddedPostgresError } from '../apps/server/src/platform/postgres/embedded-error.ts';
import { resolveEmbeddedPaths } from '../apps/server/src/platform/postgres/paths.ts';
import { projectDir } from './prepare.mjs';

try {
  console.log(
    process.env.DATABASE_URL || resolveEmbeddedPaths(resolve(projectDir, process.env.DATA_DIR || 'data')).ownerUrl,
  );
} catch (error) {
  if (!(error instanceof EmbeddedPostgresError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
