import type { Language } from '@parley/contract/languages';
import type { Executor } from '../db/sql.ts';
import { newId } from '../ids.ts';
import type { Platform } from '../platform.ts';
import type { Secrets } from '../secrets.ts';
import { type Email, headerText, type RenderedEmail, renderEmail } from './email.ts';
import { insertEmail } from './outbox-repo.ts';
import { findLanguage, findLanguageOfUser } from './recipient-query.ts';

/**
 * Inserts an email in the same transaction, in the language of its recipient: it is sent if and only if that is
 * committed. Call `notifyMailWorker` afterwards.
 * @param tx of the system role; accounts cannot see the outbox
 * @param lifeS seconds after which the email expires and is neither sent nor stored
 * @param clientId the account that it is counted for; null for an email about a user's own sign-in
 * @param id of a job, whose repeated run sends the email once
 * @returns the email's id
 */
export async function enqueueEmail(
  tx: Executor,
  platform: Pick<Platform, 'secrets'>,
  email: Email,
  lifeS: number,
  clientId: string | null = null,
  id = newId(),
): Promise<string> {
  const { subject, ...body } = renderEmail(email, await languageFor(tx, email));
  await insertEmail(tx, {
    id,
    kind: email.kind,
    recipient: email.to,
    subject: headerText(subject),
    bodyEnc: platform.secrets.seal(JSON.stringify(body), sealContext(id)),
    lifeS,
    clientId,
  });
  return id;
}

async function languageFor(tx: Executor, { to, language, causedBy }: Email): Promise<Language> {
  const own = (await findLanguage(tx, to)) ?? language;
  return own ?? (causedBy === undefined ? null : await findLanguageOfUser(tx, causedBy)) ?? 'en';
}

/** Emails may be due: the worker polls immediately. */
export function notifyMailWorker(platform: Pick<Platform, 'notifier'>): void {
  platform.notifier.notify('mail', '');
}

/** @throws when the body was sealed with another key or belongs to another email */
export function decryptEmail(secrets: Secrets, id: string, sealed: Buffer): RenderedEmail {
  return JSON.parse(secrets.open(sealed, sealContext(id))) as RenderedEmail;
}

function sealContext(id: string): string {
  return `email_outbox.body:${id}`;
}
