// npm run mail [-- N]: the N (10) newest letters, with what they say while they wait. Keys to accounts of everybody: for the
// operator alone, who without a mail server hands codes and links on.
import { join } from 'node:path';
import { OperatorError, withOperatorAccess } from '../apps/server/src/platform/db/operator.ts';
import { openLetter } from '../apps/server/src/platform/mail/outbox.ts';
import { listLettersForOperator } from '../apps/server/src/platform/mail/outbox-repo.ts';

const projectDir = join(import.meta.dirname, '..');
const count = Number(process.argv[2] ?? 10);

try {
  if (!Number.isInteger(count) || count < 1) throw new OperatorError('Say how many letters: npm run mail -- 20');
  await withOperatorAccess(process.env, projectDir, async ({ database, secrets }) => {
    const letters = await listLettersForOperator(database, count);
    if (letters.length === 0) console.log('No letters.');
    for (const letter of letters.reverse()) {
      const error = letter.last_error === null ? '' : ` after ${letter.attempts} tries: ${letter.last_error}`;
      console.log(`\n── ${letter.created_at.toISOString()}  ${letter.state}${error}`);
      console.log(`To: ${letter.recipient}\nSubject: ${letter.subject}`);
      if (letter.body_enc !== null) console.log(`\n${openLetter(secrets, letter.id, letter.body_enc).text.trim()}`);
    }
  });
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
