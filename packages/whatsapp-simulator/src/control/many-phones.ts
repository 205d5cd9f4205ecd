import type { ManyPhones } from '../control-types.ts';
import type { Reply } from '../http/exchange.ts';
import { isResting, newPhone } from '../life/new-phone.ts';
import { type ControlCall, ControlFault, invalid, readObject } from './call.ts';
import { readFields, whole } from './fields.ts';

/** As many as one account may hold of them. */
const mostMadeUp = 50_000;
const mostAtOnce = 1_000;

const first = [
  ...['Ana', 'Ben', 'Chidi', 'Dana', 'Elif', 'Farid', 'Grace', 'Hana', 'Ivan', 'Jin', 'Kofi', 'Lucía', 'Mateo'],
  ...['Nadia', 'Omar', 'Priya', 'Quentin', 'Rosa', 'Samir', 'Tomoko', 'Uma', 'Victor', 'Wanjiru', 'Yusuf', 'Zoë'],
] as const;
const last = [
  ...['Almeida', 'Becker', 'Costa', 'Dupont', 'Eze', 'Fischer', 'García', 'Haddad', 'Ito', 'Jansen', 'Kaya', 'Lee'],
  ...['Mensah', 'Novak', 'Okafor', 'Petrov', 'Rossi', 'Silva', 'Tanaka', 'Usman', 'Vega', 'Weber', 'Yilmaz'],
] as const;

/** A made-up person: the same place always gives the same one. Their number has a country code nobody was given. */
export function madeUpPerson(place: number): { phone_number: string; name: string } {
  const name = `${first[place % first.length]} ${last[Math.floor(place / first.length) % last.length]}`;
  return { phone_number: `9990${String(place).padStart(7, '0')}`, name: `${name} ${place + 1}` };
}

/**
 * `POST …/phones/many {from, count}`: made-up people nobody looks at; whoever is there already stays as they are, and a number that was left stays nobody's.
 * @throws ControlFault 409 the sandbox is full, 422
 */
export async function createManyPhones({ core, account, exchange }: ControlCall): Promise<Reply> {
  const { from, count } = readFields<ManyPhones>(await readObject(exchange), {
    from: whole(0, mostMadeUp - 1),
    count: whole(1, mostAtOnce),
  });
  if (from === undefined || count === undefined) throw invalid('from and count are required');
  if (from + count > mostMadeUp) throw invalid(`from and count must stay within ${mostMadeUp}`);
  const people = Array.from({ length: count }, (_one, at) => madeUpPerson(from + at));
  const missing = people.filter(
    ({ phone_number }) => !isResting(account, phone_number) && !core.phones.find(account.key, phone_number),
  );
  const { phones } = core.settings.limits;
  if (phones !== null && core.phones.count(account.key) + missing.length > phones) {
    throw new ControlFault(409, 'phone_limit', `A sandbox holds at most ${phones} phones`);
  }
  core.books.write(() => {
    for (const person of missing) {
      core.phones.insert(newPhone(account, { ...person, synthetic: true, reads: 'at_once' }));
    }
  });
  return { status: 201, json: { made: missing.length, data: people } };
}
