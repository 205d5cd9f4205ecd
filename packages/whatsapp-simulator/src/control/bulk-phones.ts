import type { BulkPhonesInput } from '../control-types.ts';
import { newPhone, wasLeftRecently } from '../engine/new-phone.ts';
import type { Reply } from '../http/exchange.ts';
import { type ControlCall, ControlFault, invalid, readObject } from './call.ts';
import { readFields, whole } from './fields.ts';

/** The maximum per account. */
const maxSimulated = 50_000;
const maxPerCall = 1_000;

const first = [
  ...['Ana', 'Ben', 'Chidi', 'Dana', 'Elif', 'Farid', 'Grace', 'Hana', 'Ivan', 'Jin', 'Kofi', 'Lucía', 'Mateo'],
  ...['Nadia', 'Omar', 'Priya', 'Quentin', 'Rosa', 'Samir', 'Tomoko', 'Uma', 'Victor', 'Wanjiru', 'Yusuf', 'Zoë'],
] as const;
const last = [
  ...['Almeida', 'Becker', 'Costa', 'Dupont', 'Eze', 'Fischer', 'García', 'Haddad', 'Ito', 'Jansen', 'Kaya', 'Lee'],
  ...['Mensah', 'Novak', 'Okafor', 'Petrov', 'Rossi', 'Silva', 'Tanaka', 'Usman', 'Vega', 'Weber', 'Yilmaz'],
] as const;

/**
 * A simulated contact: the same index always returns the same one, and no two have the same name. The number has an
 * unassigned country code.
 */
export function simulatedContact(place: number): { phone_number: string; name: string } {
  const round = Math.floor(place / first.length);
  // Neighbours have different surnames: 7 and 23 share no factor, and neither do their steps from round to round.
  const surname = last[((place % first.length) * 7 + round) % last.length];
  const words = [first[place % first.length], ...initialsOf(Math.floor(round / last.length)), surname];
  return { phone_number: `9990${String(place).padStart(7, '0')}`, name: words.join(' ') };
}

/** Once every first name has met every surname, a middle initial tells them apart, then two of them. */
function initialsOf(turn: number): string[] {
  if (turn === 0) return [];
  const letter = (index: number) => `${String.fromCharCode(65 + (index % 26))}.`;
  return turn <= 26 ? [letter(turn - 1)] : [letter(Math.floor((turn - 27) / 26)), letter(turn - 27)];
}

/**
 * `POST …/phones/many {from, count}`: simulated contacts that no page shows; existing ones stay unchanged, and a
 * number that was left stays unused.
 * @throws ControlFault 409 the sandbox is full, 422
 */
export async function createBulkPhones({ core, account, exchange }: ControlCall): Promise<Reply> {
  const { from, count } = readFields<BulkPhonesInput>(await readObject(exchange), {
    from: whole(0, maxSimulated - 1),
    count: whole(1, maxPerCall),
  });
  if (from === undefined || count === undefined) throw invalid('from and count are required');
  if (from + count > maxSimulated) throw invalid(`from and count must stay within ${maxSimulated}`);
  const contacts = Array.from({ length: count }, (_one, at) => simulatedContact(from + at));
  const missing = contacts.filter(
    ({ phone_number }) => !wasLeftRecently(account, phone_number) && !core.phones.find(account.key, phone_number),
  );
  const { phones } = core.settings.limits;
  if (phones !== null && core.phones.count(account.key) + missing.length > phones) {
    throw new ControlFault(409, 'phone_limit', `A sandbox holds at most ${phones} phones`);
  }
  core.database.write(() => {
    for (const customer of missing) {
      core.phones.insert(newPhone(account, { ...customer, synthetic: true, reads: 'at_once' }));
    }
  });
  return { status: 201, json: { made: missing.length, data: contacts } };
}
