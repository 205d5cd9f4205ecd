import type { Contact, Thread } from '@parley/contract/types';
import { fixValue, renderText, unknownVariables, type VariableContact, variablesIn } from '@parley/contract/variables';
import type { LiveAccount } from '../../sync/public.ts';

/** Why a text cannot be sent to a contact, and the part of it that is the problem. */
export type VariableProblem = { kind: 'unknown' | 'missing' | 'fix'; name: string };

/** Validates a text before sending; the server validates it again, and fills in the values. */
export async function checkVariables(
  account: LiveAccount,
  thread: Thread,
  text: string,
): Promise<VariableProblem | null> {
  if (text.includes(fixValue)) return { kind: 'fix', name: fixValue };
  if (variablesIn(text).length === 0) return null;
  const [unknown] = unknownVariables(text, account.store.client()?.custom_fields ?? []);
  if (unknown !== undefined) return { kind: 'unknown', name: unknown };
  const contact = account.store.row('contacts', thread.contact_id) ?? (await readContact(account, thread));
  const [missing] = contact === null ? [] : renderText(text, contact).missing;
  return missing === undefined ? null : { kind: 'missing', name: missing };
}

/** @returns null offline, and for a deleted contact: the server decides then */
async function readContact(account: LiveAccount, { contact_id: id }: Thread): Promise<Contact | null> {
  try {
    const row = await account.api('GET /api/contacts/{id}', { params: { id } });
    account.store.putRows('contacts', [row]);
    return row;
  } catch {
    return null;
  }
}

/** The contact of a thread, as far as this device knows, for texts that have not reached the server. */
export function mergeContactOf(thread: Thread, contact: Contact | undefined): VariableContact {
  return contact ?? { ...thread.contact, custom_fields: {} };
}

/** The position of a problem in a text. */
export function spanOf(text: string, { kind, name }: VariableProblem): [number, number] | null {
  const found =
    kind === 'fix' ? fixValue : variablePlaceholders(text).find((variable) => variablesIn(variable)[0] === name);
  const from = found === undefined ? -1 : text.indexOf(found);
  return found === undefined || from < 0 ? null : [from, from + found.length];
}

function variablePlaceholders(text: string): string[] {
  return text.match(/\{\{[^{}]+\}\}/g) ?? [];
}
