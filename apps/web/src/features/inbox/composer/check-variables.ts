import type { Contact, Thread } from '@parley/contract/types';
import { fixValue, renderText, unknownVariables, type VariableContact, variablesIn } from '@parley/contract/variables';
import type { LiveAccount } from '../../sync/public.ts';

/**
 * Why a text cannot be sent to a contact, and the part of it that is the problem. `hidden`: what was left out of the
 * request to an AI provider, which its draft names though nothing is known for it.
 */
export type VariableProblem = { kind: 'unknown' | 'missing' | 'fix' | 'hidden'; name: string };

const hiddenPlace = /\[(?:name|phone|email) \d{1,3}\]/gi;

/** Whether a text may need `checkVariables`. */
export function mayNeedCheck(text: string): boolean {
  return text.includes(fixValue) || text.search(hiddenPlace) >= 0 || variablesIn(text).length > 0;
}

/**
 * Validates a text before sending; the server validates it again, and fills in the values.
 * @param asTyped what the member wants to send as it stands
 */
export async function checkVariables(
  account: LiveAccount,
  thread: Thread,
  text: string,
  asTyped: readonly string[] = [],
): Promise<VariableProblem | null> {
  if (text.includes(fixValue)) return { kind: 'fix', name: fixValue };
  const hidden = text.match(hiddenPlace)?.find((place) => !asTyped.includes(place));
  if (hidden !== undefined) return { kind: 'hidden', name: hidden };
  if (variablesIn(text).length === 0) return null;
  const [unknown] = unknownVariables(text, account.store.client()?.custom_fields ?? [], asTyped);
  if (unknown !== undefined) return { kind: 'unknown', name: unknown };
  const contact = account.store.row('contacts', thread.contact_id) ?? (await readContact(account, thread));
  const [missing] = contact === null ? [] : renderText(text, contact, { asTyped }).missing;
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
    kind === 'fix' || kind === 'hidden'
      ? name
      : variablePlaceholders(text).find((variable) => variablesIn(variable)[0] === name);
  const from = found === undefined ? -1 : text.indexOf(found);
  return found === undefined || from < 0 ? null : [from, from + found.length];
}

function variablePlaceholders(text: string): string[] {
  return text.match(/[{｛]{2}[^{}｛｝]+[}｝]{2}/g) ?? [];
}
