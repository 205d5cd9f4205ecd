import { openLetter } from '../platform/mail/outbox.ts';
import type { TestDatabase } from './database.ts';

export type WrittenLetter = { kind: string; subject: string; text: string };

/** What lies in the outbox for an address, oldest first. */
export async function lettersTo(database: TestDatabase, address: string): Promise<WrittenLetter[]> {
  const { rows } = await database.owner.query(
    'select id, kind, subject, body_enc from email_outbox where recipient = $1 order by created_at, id',
    [address],
  );
  return rows.map(({ id, kind, subject, body_enc: body }) => ({
    kind,
    subject,
    text: openLetter(database.platform.secrets, id, body).text,
  }));
}

/** The newest letter to an address. @throws when there is none */
export async function letterTo(database: TestDatabase, address: string): Promise<WrittenLetter> {
  const letter = (await lettersTo(database, address)).at(-1);
  if (letter === undefined) throw new Error(`no letter to ${address}`);
  return letter;
}

/** The six digits of the newest letter to an address. */
export async function codeTo(database: TestDatabase, address: string): Promise<string> {
  const { text } = await letterTo(database, address);
  const code = /^ {4}(\d{6})$/m.exec(text)?.[1];
  if (code === undefined) throw new Error(`no code in: ${text}`);
  return code;
}

/** What a link in the newest letter to an address carries under a name. */
export async function linkTo(database: TestDatabase, address: string, name: string): Promise<string> {
  const { text } = await letterTo(database, address);
  const value = new RegExp(`[?&]${name}=([\\w-]+)`).exec(text)?.[1];
  if (value === undefined) throw new Error(`no ${name} in: ${text}`);
  return value;
}

/** Other six digits than the right ones. */
export function wrongCode(right: string): string {
  return String((Number(right) + 1) % 1_000_000).padStart(6, '0');
}
