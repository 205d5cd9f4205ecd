import type { Executor } from '../db/sql.ts';
import { newId } from '../ids.ts';
import type { Platform } from '../platform.ts';
import type { Secrets } from '../secrets.ts';
import { headerText, type Letter, type RenderedLetter, renderLetter } from './letter.ts';
import { insertLetter } from './outbox-repo.ts';

/**
 * Writes a letter with whatever else the transaction does: it goes out if and only if that is committed. Call
 * `hintMail` afterwards.
 * @param tx of the system role; accounts cannot see the outbox
 * @param lifeS seconds after which the letter is worthless and is neither sent nor kept
 * @returns the letter's id
 */
export async function putLetter(
  tx: Executor,
  platform: Pick<Platform, 'secrets'>,
  letter: Letter,
  lifeS: number,
): Promise<string> {
  const id = newId();
  await insertLetter(tx, {
    id,
    kind: letter.kind,
    recipient: letter.to,
    subject: headerText(letter.subject),
    bodyEnc: platform.secrets.seal(JSON.stringify(renderLetter(letter)), placeOf(id)),
    lifeS,
  });
  return id;
}

/** Something may be due: the worker looks at once instead of at its next slow look. */
export function hintMail(platform: Pick<Platform, 'signal'>): void {
  platform.signal.hint('mail', '');
}

/** @throws when the body was sealed with another key or belongs to another letter */
export function openLetter(secrets: Secrets, id: string, sealed: Buffer): RenderedLetter {
  return JSON.parse(secrets.open(sealed, placeOf(id))) as RenderedLetter;
}

function placeOf(id: string): string {
  return `email_outbox.body:${id}`;
}
