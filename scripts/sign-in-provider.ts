// npm run sign-in-provider -- list | lift ACCOUNT: the accounts whose members may sign in only with an identity
// provider, and an end of that rule where the provider does not work any more. ACCOUNT is an id that `list` shows.
import { writeAudit } from '../apps/server/src/platform/auth/audit.ts';
import { OperatorError, withOperatorAccess } from '../apps/server/src/platform/db/operator.ts';
import { projectDir } from './prepare.mjs';

const [command, account] = process.argv.slice(2);
const nobody = { uid: 'operator', ip: '', requestId: '' };

try {
  await withOperatorAccess(process.env, projectDir, async ({ client, database }) => {
    if (command === 'list') {
      const { rows } = await client.query<{ id: string; name: string; provider: string }>(
        `select id, name, sign_in_provider as provider from clients
         where sign_in_provider is not null and deleted_at is null order by lower(name), id`,
      );
      for (const { id, name, provider } of rows) console.log(`${id}  ${provider}  ${name}`);
      if (rows.length === 0) console.log('No account requires an identity provider.');
    } else if (command === 'lift' && account !== undefined) {
      await client.query('begin');
      const { rows } = await client.query<{ id: string; name: string; provider: string }>(
        `update clients c set sign_in_provider = null, version = c.version + 1 from clients b
         where c.id::text = $1 and b.id = c.id and b.sign_in_provider is not null
         returning c.id, c.name, b.sign_in_provider as provider`,
        [account],
      );
      const [lifted] = rows;
      if (lifted === undefined) throw new OperatorError(`No account ${account} requires an identity provider.`);
      const detail = { changes: [{ field: 'sign_in_provider', from: lifted.provider, to: null }] };
      const event = { ...nobody, action: 'settings.account_changed', clientId: lifted.id, target: lifted.id, detail };
      await writeAudit(database, event);
      await client.query('commit');
      console.log(`Members of ${lifted.name} can sign in with any method again.`);
    } else {
      throw new OperatorError('npm run sign-in-provider -- list | lift ACCOUNT');
    }
  });
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
