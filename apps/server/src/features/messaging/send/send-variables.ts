import { maxCaptionLength } from '@parley/contract/media';
import { phoneMatchKey } from '@parley/contract/phone-forms';
import { parsePhone } from '@parley/contract/phone-number';
import type { ComposeBody, FieldError, SendMessageBody } from '@parley/contract/types';
import { fixValue, renderText, unknownVariables, type VariableContact, variablesIn } from '@parley/contract/variables';
import type { AccountActor } from '../../../platform/auth/actor.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { getNameAndCountry } from '../../accounts/public.ts';
import { type ContactRow, findContacts, findContactsByKey, readFields } from '../../contacts/public.ts';
import { isContactVisible, visibilityOf } from '../../team/public.ts';
import { findThreads } from '../threads/thread-repo.ts';

/** The recipient as the request names it. */
type Recipient = Pick<SendMessageBody, 'thread_id' | 'to'> & Pick<ComposeBody['messages'][number], 'contact_id'>;

const maxText = 4_096;

/** Whether a message's content contains variables, or a value that is still to be filled in. */
export function hasVariables(part: unknown): boolean {
  return textsIn(part, '').some(({ text }) => text.includes(fixValue) || variablesIn(text).length > 0);
}

/**
 * Replaces `{{NAME}}` and the other variables by the values of the recipient. Every message of a member or an API key
 * passes here before anything is written; variables inside values are not replaced.
 * @param type the message's, which also is the name of the part in errors
 * @param asTyped names that the sender wants to stay as they stand, braces included
 * @throws AppError validation_failed when a name is no variable, when the recipient has no value for one, and for
 *   `FIX VALUE`
 */
export async function fillVariables<P>(
  tx: TenantTx,
  actor: AccountActor,
  recipient: Recipient,
  type: string,
  part: P,
  asTyped: readonly string[] = [],
): Promise<P> {
  if (!hasVariables(part)) return part;
  const texts = textsIn(part, type);
  const fields = [...(await readFields(tx)).values()].filter(({ hidden }) => !hidden).map(({ name }) => name);
  refuse(
    texts.flatMap(({ field, text }) =>
      unknownVariables(text, fields, asTyped).map((name) => ({ field, msg: unknown(name) })),
    ),
  );
  const values = await valuesOf(tx, actor, recipient);
  const problems: FieldError[] = [];
  const filled = mapTexts(part, type, (field, text) => {
    if (text.includes(fixValue) && type !== 'template') {
      problems.push({ field, msg: `${fixValue} stands for a value that is missing: fill it in.` });
    }
    const made = renderText(text, values, { asTyped });
    problems.push(
      ...made.missing.map((name) => ({
        field,
        msg: `This contact has no ${name}. ${fixValue}: write the words yourself, or name ${name} in as_typed.`,
      })),
    );
    problems.push(...tooLong(field, made.text));
    return made.text;
  });
  refuse(problems);
  return filled as P;
}

function unknown(name: string): string {
  return `Unknown variable {{${name}}}. Use FIRST_NAME, LAST_NAME, NAME, PHONE_NUMBER or a custom attribute. To send it as it stands, name it in as_typed.`;
}

function tooLong(field: string, text: string): FieldError[] {
  const most =
    field === 'text.body' ? maxText : field.endsWith('.caption') ? maxCaptionLength : Number.POSITIVE_INFINITY;
  if (text.length <= most) return [];
  return [{ field, msg: `At most ${most.toLocaleString('en')} characters, with the values of the variables.` }];
}

function refuse(problems: FieldError[]): void {
  if (problems.length > 0) throw new AppError('validation_failed', { data: problems });
}

/** The recipient's values that the actor may see; only the number when it is not a contact. */
async function valuesOf(tx: TenantTx, actor: AccountActor, recipient: Recipient): Promise<VariableContact> {
  const view = visibilityOf(actor);
  const { contact, digits } = await contactOf(tx, recipient);
  const seen = contact !== undefined && (await isContactVisible(tx, view, contact.id)) ? contact : undefined;
  const number = seen?.phone_number ?? digits;
  return {
    name: seen?.name ?? '',
    phone_number: view.masked ? null : number,
    custom_fields: seen?.custom_fields ?? {},
  };
}

async function contactOf(
  tx: TenantTx,
  { thread_id: threadId, to, contact_id: contactId }: Recipient,
): Promise<{ contact: ContactRow | undefined; digits: string | null }> {
  if (threadId !== undefined || contactId !== undefined) {
    const [thread] = threadId === undefined ? [] : await findThreads(tx, [threadId]);
    const id = thread?.contact_id ?? contactId;
    const [contact] = id === undefined ? [] : await findContacts(tx, [id]);
    return { contact, digits: null };
  }
  if (typeof to === 'object') {
    const [contact] = await findContactsByKey(tx, 'user', [to.user_id]);
    return { contact, digits: null };
  }
  const digits = parsePhone(to ?? '', (await getNameAndCountry(tx, tx.clientId)).country);
  const [contact] = digits === null ? [] : await findContactsByKey(tx, 'phone', [phoneMatchKey(digits)]);
  return { contact, digits };
}

type Text = { field: string; text: string };

function textsIn(value: unknown, field: string): Text[] {
  const texts: Text[] = [];
  mapTexts(value, field, (at, text) => {
    texts.push({ field: at, text });
    return text;
  });
  return texts;
}

/** A copy with every text replaced. @param field of the value in the request */
function mapTexts(value: unknown, field: string, put: (field: string, text: string) => string): unknown {
  if (typeof value === 'string') return put(field, value);
  if (Array.isArray(value)) return value.map((each, at) => mapTexts(each, `${field}.${at}`, put));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, `${field}.${key}`, put)]));
}
