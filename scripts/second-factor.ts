// npm run second-factor -- reset EMAIL: turns two-step verification off for a user who lost the app and the recovery codes.
import { resetSecondFactor } from '../apps/server/src/features/identity/reset-factors.ts';
import { findUserByEmail } from '../apps/server/src/features/identity/user-repo.ts';
import { lockMembershipsOf } from '../apps/server/src/features/team/membership-repo.ts';
import { writeAudit } from '../apps/server/src/platform/auth/audit.ts';
import { OperatorError, withOperatorAccess } from '../apps/server/src/platform/db/operator.ts';
import { projectDir } from './prepare.mjs';

const [command, email] = process.argv.slice(2);
const operator = 'The administrator of your server';

try {
  await withOperatorAccess(process.env, projectDir, async ({ client, database, secrets }) => {
    if (command !== 'reset' || email === undefined) throw new OperatorError('npm run second-factor -- reset EMAIL');
    const user = await findUserByEmail(database, email.trim().toLowerCase());
    if (user === null) throw new OperatorError(`There is no user with the address ${email}.`);
    await client.query('begin');
    if ((await resetSecondFactor(database, { secrets }, user.id, operator)) === null) {
      throw new OperatorError(`${email} does not use two-step verification.`);
    }
    for (const { client_id: clientId } of await lockMembershipsOf(database, user.id)) {
      const event = { action: 'team.second_factor_reset', uid: 'operator', target: user.id, ip: '', requestId: '' };
      await writeAudit(database, { ...event, clientId });
    }
    await client.query('commit');
    console.log(`Two-step verification of ${email} is off, and their sessions ended. They are told by email.`);
  });
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
