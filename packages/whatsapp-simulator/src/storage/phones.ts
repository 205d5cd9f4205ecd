import { createHash } from 'node:crypto';
import type { PhoneBehaviour } from '../control-types.ts';
import type { Database } from './database.ts';

/** What a customer allows the business. `until_ms` by the account's clock; null: for always. */
export interface CallingState {
  allowed: boolean;
  until_ms: number | null;
  /** When they were asked since the last call in which both talked. */
  asked_ms: number[];
  /** Calls of the business in a row that they did not take. */
  unanswered: number;
}

export const noCalls: CallingState = { allowed: false, until_ms: null, asked_ms: [], unanswered: 0 };

/** A simulated phone of one account. */
export interface Phone extends PhoneBehaviour {
  account: number;
  /** wa_id: digits without plus. */
  id: string;
  /** Business-scoped user id. */
  user_id: string;
  name: string;
  username: string | null;
  last_inbound_ms: number | null;
  typing_until_ms: number | null;
  created_ms: number;
  changed: number;
  /** How often the customer changed the device. */
  devices: number;
  calling: CallingState;
}

interface PhoneRow extends Omit<Phone, keyof PhoneBehaviour | 'devices' | 'calling'> {
  behaviour: string;
}

/** Phones of all accounts. Call the writing ones inside `database.write`. */
export interface PhoneStore {
  find(account: number, id: string): Phone | null;
  findByUserId(account: number, userId: string): Phone | null;
  /** By id, after the given one. @param synthetic whether synthetic phones are listed as well */
  list(account: number, after: string, limit: number, synthetic: boolean): Phone[];
  count(account: number): number;
  /** Phones that are not synthetic. */
  countNamed(account: number): number;
  /** Whether the account has at least this many. Cheap: counts only when it may be true. */
  isFull(account: number, cap: number): boolean;
  insert(phone: Omit<Phone, 'changed'>): Phone;
  /** Saves the phone's current state, under a new change position. */
  save(phone: Phone): void;
  /** The customer continues under another number, with all their data. @param number one that no phone has */
  move(phone: Phone, number: string, userId: string): Phone;
  removeAll(account: number): void;
}

/** Prepares the statements. */
export function createPhoneStore(database: Database): PhoneStore {
  const { db } = database;
  const one = db.prepare('select * from phones where account = ? and id = ?');
  const byUser = db.prepare('select * from phones where account = ? and user_id = ?');
  const page = db.prepare('select * from phones where account = ? and id > ? order by id limit ?');
  const namedPage = db.prepare(`select * from phones where account = ? and id > ?
    and json_extract(behaviour, '$.synthetic') is not 1 order by id limit ?`);
  const countAll = db.prepare('select count(*) as phones from phones where account = ?');
  const named = db.prepare(`select count(*) as phones from phones where account = ?
    and json_extract(behaviour, '$.synthetic') is not 1`);
  const clear = db.prepare('delete from phones where account = ?');
  const insert = db.prepare(`insert into phones
    (account, id, user_id, name, username, behaviour, last_inbound_ms, typing_until_ms, created_ms, changed)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const update = db.prepare(`update phones set name = ?, username = ?, behaviour = ?, last_inbound_ms = ?,
    typing_until_ms = ?, changed = ? where account = ? and id = ?`);

  const rename = db.prepare('update phones set id = ?, user_id = ?, changed = ? where account = ? and id = ?');
  const takeMessages = db.prepare('update messages set phone = ? where account = ? and phone = ?');
  const takeReach = db.prepare('update or replace reached set phone = ? where account = ? and phone = ?');

  // May be too high after an insert that was rolled back, never too low: so only a full account is counted again.
  const counted = new Map<number, number>();
  const count = (account: number) => {
    const phones = Number(countAll.get(account)?.phones);
    counted.set(account, phones);
    return phones;
  };

  return {
    find: (account, id) => toPhone(one.get(account, id)),
    findByUserId: (account, userId) => toPhone(byUser.get(account, userId)),
    list: (account, after, limit, synthetic) =>
      (synthetic ? page : namedPage).all(account, after, limit).flatMap((row) => toPhone(row) ?? []),
    count,
    countNamed: (account) => Number(named.get(account)?.phones),
    isFull: (account, cap) => (counted.get(account) ?? count(account)) >= cap && count(account) >= cap,
    insert(given) {
      const phone: Phone = { ...given, changed: database.nextChange() };
      const { account, id, user_id, name, username, last_inbound_ms, typing_until_ms, created_ms, changed } = phone;
      const behaviour = behaviourOf(phone);
      insert.run(
        account,
        id,
        user_id,
        name,
        username,
        behaviour,
        last_inbound_ms,
        typing_until_ms,
        created_ms,
        changed,
      );
      counted.set(account, (counted.get(account) ?? count(account)) + 1);
      return phone;
    },
    save(phone) {
      phone.changed = database.nextChange();
      const { name, username, last_inbound_ms, typing_until_ms, changed, account, id } = phone;
      update.run(name, username, behaviourOf(phone), last_inbound_ms, typing_until_ms, changed, account, id);
    },
    move(phone, number, userId) {
      const { account, id } = phone;
      const moved = { ...phone, id: number, user_id: userId, changed: database.nextChange() };
      rename.run(number, userId, moved.changed, account, id);
      takeMessages.run(number, account, id);
      takeReach.run(number, account, id);
      return moved;
    },
    removeAll(account) {
      clear.run(account);
      counted.delete(account);
    },
  };
}

function toPhone(row: Record<string, unknown> | undefined): Phone | null {
  if (!row) return null;
  const { behaviour, ...rest } = row as unknown as PhoneRow;
  // Phones of earlier versions were not synthetic and no groups, no agent answered them, and nobody called them.
  const later = {
    ...{ synthetic: false, devices: 0, agent_holds: false, agent_text: null },
    ...{ members: null, calling: noCalls },
  };
  return { ...later, ...(JSON.parse(behaviour) as Omit<PhoneBehaviour, keyof typeof later>), ...rest };
}

function behaviourOf(phone: Phone): string {
  const { online, chat_open, reads, read_after_ms, reply_after_ms, reply_text } = phone;
  const { hides_number, blocks_us, opted_out, on_whatsapp, synthetic, agent_holds, agent_text, members } = phone;
  const reading = { online, chat_open, reads, read_after_ms, reply_after_ms, reply_text };
  const refusing = { hides_number, blocks_us, opted_out, on_whatsapp };
  const behaviour: PhoneBehaviour = { ...reading, ...refusing, synthetic, agent_holds, agent_text, members };
  return JSON.stringify({ ...behaviour, devices: phone.devices, calling: phone.calling });
}

/** Distinguishes the customer's current device from earlier ones; opaque to the business. */
export function identityKeyOf({ account, id, devices }: Pick<Phone, 'account' | 'id' | 'devices'>): string {
  return createHash('sha256').update(`${account} ${id} ${devices}`).digest().subarray(0, 12).toString('base64');
}
