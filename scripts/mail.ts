// npm run mail [-- N]: shows the N (10) newest emails, with their content while they wait. They open every account: for the
// operator alone, who passes codes and links on when there is no mail server.
import { OperatorError, withOperatorAccess } from '../apps/server/src/platform/db/operator.ts';
import { decryptEmail } from '../apps/server/src/platform/mail/outbox.ts';
import { listEmailsForOperator } from '../apps/server/src/platform/mail/outbox-repo.ts';
import { projectDir } from './prepare.mjs';

const count = Number(process.argv[2] ?? 10);

try {
  if (!Number.isInteger(count) || count < 1)
    throw new OperatorError('N must be a positive number. Example: npm run mail -- 20');
  await withOperatorAccess(process.env, projectDir, async ({ database, secrets }) => {
    const emails = await listEmailsForOperator(database, count);
    if (emails.length === 0) console.log('No emails.');
    for (const email of emails.reverse()) {
      const error = email.last_error === null ? '' : ` after ${email.attempts} tries: ${email.last_error}`;
      console.log(`\n── ${email.created_at.toISOString()}  ${email.state}${error}`);
      console.log(`To: ${email.recipient}\nSubject: ${email.subject}`);
      if (email.body_enc !== null) console.log(`\n${decryptEmail(secrets, email.id, email.body_enc).text.trim()}`);
    }
  });
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
