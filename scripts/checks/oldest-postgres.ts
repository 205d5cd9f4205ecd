import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installByApt, mayInstallByApt } from './apt.ts';
import { runVitest } from './run-vitest.ts';
import { failedSummary, type Summary } from './summary.ts';

/** The oldest PostgreSQL that a DATABASE_URL may name; the embedded one, which all other tests use, is the newest. */
const oldest = 15;
const binDir = process.env['TEST_POSTGRES_BIN'] || `/usr/lib/postgresql/${oldest}/bin`;

/** Migrations, tenancy, query plans, the copy into the embedded version, and a customer's message with its answers. */
const files = [
  'src/platform/db/migrate.slow.test.ts',
  'src/platform/db/tenancy.test.ts',
  'src/platform/db/plans.slow.test.ts',
  'src/platform/postgres/upgrade.slow.test.ts',
  'src/features/messaging/conversation.test.ts',
  'src/features/messaging/send/send.test.ts',
  'src/features/broadcasts/campaigns/campaigns.test.ts',
  'src/features/contacts/people/contacts.test.ts',
].map((path) => join('apps', 'server', path));

/** Server tests on the oldest supported PostgreSQL: an installed one, or Debian's, installed by apt where we may. */
export async function testOldestPostgres(): Promise<Summary> {
  const program = join(binDir, 'postgres');
  if (!existsSync(program) && (await mayInstallByApt())) await installByApt(`postgresql-${oldest}`);
  if (!existsSync(program)) {
    return failedSummary(
      `there is no PostgreSQL ${oldest}: install it, or set TEST_POSTGRES_BIN to the folder of its programs`,
    );
  }
  return runVitest({ name: 'postgres', files, live: true, env: { TEST_POSTGRES_BIN: binDir } });
}
