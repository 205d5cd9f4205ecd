import { decryptEmail } from '../platform/mail/outbox.ts';
import type { TestDatabase } from './database.ts';

export type WrittenEmail = { kind: string; subject: string; text: string };

/** The emails in the outbox for an address, oldest first. */
export async function emailsTo(database: TestDatabase, address: string): Promise<WrittenEmail[]> {
  const { rows } = await database.owner.query(
    'select id, kind, subject, body_enc from email_outbox where recipient = $1 order by created_at, id',
    [address],
  );
  return rows.map(({ id, kind, subject, body_enc: body }) => ({
    kind,
    subject,
    text: decryptEmail(database.platform.secrets, id, body).text,
  }));
}

/** The newest email to an address. @throws when there is none */
export async function emailTo(database: TestDatabase, address: string): Promise<WrittenEmail> {
  const email = (await emailsTo(database, address)).at(-1);
  if (email === undefined) throw new Error(`no email to ${address}`);
  return email;
}

/** The six digits of the newest email to an address. */
export async function codeTo(database: TestDatabase, address: string): Promise<string> {
  const { text } = await emailTo(database, address);
  const code = /^ {4}(\d{6})$/m.exec(text)?.[1];
  if (code === undefined) throw new Error(`no code in: ${text}`);
  return code;
}

/** A parameter of a link in the newest email to an address. */
export async function linkTo(database: TestDatabase, address: string, name: string): Promise<string> {
  const { text } = await emailTo(database, address);
  const value = new RegExp(`[?&]${name}=([\\w-]+)`).exec(text)?.[1];
  if (value === undefined) throw new Error(`no ${name} in: ${text}`);
  return value;
}

/** Six digits that differ from the right ones. */
export function wrongCode(right: string): string {
  return String((Number(right) + 1) % 1_000_000).padStart(6, '0');
}
