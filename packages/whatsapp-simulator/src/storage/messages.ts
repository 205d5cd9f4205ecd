import type { Database } from './database.ts';

/** A message of either direction, as stored. */
export interface Message {
  seq: number;
  account: number;
  phone: string;
  /** 1: the customer wrote it. */
  inbound: number;
  wamid: string;
  caller_id: string | null;
  type: string;
  /** JSON of the `<type>` object. */
  content: string;
  /** wamid of the quoted message. */
  context: string | null;
  /** JSON of a template as the customer sees it. */
  display: string | null;
  /** `to` or `recipient` as sent by the business. */
  addressed_to: string | null;
  opaque: string | null;
  /** Pricing category of a send. */
  category: string | null;
  /** The error code with which a send will fail, decided when it was accepted. */
  fate: number | null;
  fate_details: string | null;
  status: number;
  at_ms: number;
  /** When its next step is due, by the machine's clock; null when it waits for an event. */
  due_ms: number | null;
  received: number;
  receive_order: number | null;
  position: number | null;
  changed: number | null;
}

export type NewMessage = Omit<Message, 'seq' | 'received' | 'receive_order' | 'position' | 'changed'>;

/** Messages of all accounts. Call the writing ones inside `database.write`. */
export interface MessageStore {
  insert(message: NewMessage): Message;
  find(account: number, wamid: string): Message | null;
  findBySeq(seq: number): Message | null;
  findByCallerId(account: number, phone: string, callerId: string): Message | null;
  /** Due messages, earliest first; equal times in the order of acceptance. */
  listDue(nowMs: number, limit: number): Message[];
  nextDueMs(): number | null;
  /** A step of a message; changes visible to the phone move it to a new change position. */
  step(message: Message, status: number, dueMs: number | null): void;
  /** The phone receives it: counts, and assigns its position among the phone's messages. */
  receive(message: Message, dueMs: number | null): void;
  /** What a send names by address was fetched, or could not be: `fate` is what it fails with then. */
  settle(message: Message, content: string, fate: { code: number; details: string } | null, dueMs: number): void;
  /** Sends that waited for files when an earlier process died are due now. */
  hurryLinked(nowMs: number): void;
  /** A customer's message gets its time and its position among the phone's messages. */
  place(message: Message, atMs: number): void;
  recordStatus(seq: number, status: string, atMs: number): void;
  statusesOf(seq: number): { status: string; at_ms: number }[];
  /** Sends that are `sent` and wait for the phone. */
  listUndelivered(account: number, phone: string): Message[];
  /** Sends that the phone received and has not read. */
  listUnread(account: number, phone: string): Message[];
  /** Messages the customer wrote that the business has not marked read, up to the given one. */
  listOpen(account: number, phone: string, upToSeq: number): Message[];
  /** The phone's messages, oldest first. */
  listSent(account: number, phone: string, after: number, limit: number): Message[];
  /** Changes of the phone, in order. */
  listChanged(account: number, phone: string, after: number, limit: number): Message[];
  /** The newest change positions of a phone, newest first. */
  listNewest(account: number, phone: string, limit: number): Message[];
  /** The last template a phone got. */
  lastTemplate(account: number, phone: string): Message | null;
  /** Templates that phones received since, of one name or of all. */
  countReceived(account: number, sinceMs: number, name: string | null): number;
  listSends(account: number, after: number, limit: number): Message[];
  count(account: number): number;
  removeAll(account: number): void;
}

/** Prepares the statements. */
export function createMessageStore(database: Database): MessageStore {
  const { db } = database;
  const columns = `account, phone, inbound, wamid, caller_id, type, content, context, display, addressed_to, opaque,
    category, fate, fate_details, status, at_ms, due_ms`;
  const insert = db.prepare(`insert into messages (${columns}) values (${columns.replace(/\w+/g, '?')})`);
  const step = db.prepare('update messages set status = ?, due_ms = ?, changed = ? where seq = ?');
  const receive = db.prepare(`update messages set status = 2, due_ms = ?, received = received + 1, receive_order = ?,
    position = ?, changed = ? where seq = ?`);
  const place = db.prepare('update messages set position = ?, changed = ?, at_ms = ? where seq = ?');
  const settle = db.prepare('update messages set content = ?, fate = ?, fate_details = ?, due_ms = ? where seq = ?');
  const hurryLinked = db.prepare(`update messages set due_ms = ? where due_ms > ? and inbound = 0 and status = 0
    and content like '%"link":%'`);
  const recordStatus = db.prepare('insert or ignore into status_events (message, status, at_ms) values (?, ?, ?)');

  return {
    insert(message) {
      const m = { ...message, received: 0, receive_order: null, position: null, changed: null };
      const keys = [m.account, m.phone, m.inbound, m.wamid, m.caller_id, m.type, m.content, m.context, m.display];
      const send = [m.addressed_to, m.opaque, m.category, m.fate, m.fate_details];
      const { lastInsertRowid } = insert.run(...keys, ...send, m.status, m.at_ms, m.due_ms);
      return { ...m, seq: Number(lastInsertRowid) };
    },
    step(message, status, dueMs) {
      if (message.position !== null) message.changed = database.nextChange();
      message.status = status;
      message.due_ms = dueMs;
      step.run(status, dueMs, message.changed, message.seq);
    },
    receive(message, dueMs) {
      const position = database.nextChange();
      Object.assign(message, { status: 2, due_ms: dueMs, receive_order: position, position, changed: position });
      message.received += 1;
      receive.run(dueMs, position, position, position, message.seq);
    },
    place(message, atMs) {
      const position = database.nextChange();
      Object.assign(message, { position, changed: position, at_ms: atMs });
      place.run(position, position, atMs, message.seq);
    },
    settle(message, content, fate, dueMs) {
      const [code, details] = [fate?.code ?? null, fate?.details ?? null];
      Object.assign(message, { content, fate: code, fate_details: details, due_ms: dueMs });
      settle.run(content, code, details, dueMs, message.seq);
    },
    hurryLinked(nowMs) {
      hurryLinked.run(nowMs, nowMs);
    },
    recordStatus(seq, status, atMs) {
      recordStatus.run(seq, status, atMs);
    },
    ...readers(database),
    removeAll: remover(database),
  };
}

type Writing = 'insert' | 'step' | 'receive' | 'settle' | 'hurryLinked' | 'place' | 'recordStatus' | 'removeAll';
type Readers = Omit<MessageStore, Writing>;

function readers({ db }: Database): Readers {
  const ofPhone = 'select * from messages where account = ? and phone = ?';
  const byWamid = db.prepare('select * from messages where account = ? and wamid = ?');
  const bySeq = db.prepare('select * from messages where seq = ?');
  const byCaller = db.prepare(`${ofPhone} and caller_id = ?`);
  const due = db.prepare('select * from messages where due_ms <= ? order by due_ms, seq limit ?');
  const nextDue = db.prepare('select min(due_ms) as due from messages where due_ms is not null');
  const statuses = db.prepare('select status, at_ms from status_events where message = ? order by at_ms, status');
  const undelivered = db.prepare(`${ofPhone} and inbound = 0 and status = 1 and due_ms is null order by seq`);
  const unread = db.prepare(`${ofPhone} and inbound = 0 and status = 2 order by seq`);
  const open = db.prepare(`${ofPhone} and inbound = 1 and status < 3 and seq <= ? order by seq`);
  const phoneMessages = db.prepare(`${ofPhone} and position > ? order by position limit ?`);
  const changed = db.prepare(`${ofPhone} and changed > ? order by changed limit ?`);
  const newest = db.prepare(`${ofPhone} and changed is not null order by changed desc limit ?`);
  const sends = db.prepare(`select * from messages where account = ? and inbound = 0 and addressed_to is not null
    and seq > ? order by seq limit ?`);
  const lastTemplate = db.prepare(`${ofPhone} and inbound = 0 and type = 'template' and status >= 2
    order by seq desc limit 1`);
  const received = db.prepare(`select count(*) as n from messages where account = ? and inbound = 0
    and type = 'template' and status >= 2 and at_ms > ? and (? is null or json_extract(content, '$.name') = ?)`);
  const count = db.prepare('select count(*) as messages from messages where account = ?');

  return {
    find: (account, wamid) => toMessage(byWamid.get(account, wamid)),
    findBySeq: (seq) => toMessage(bySeq.get(seq)),
    findByCallerId: (account, phone, callerId) => toMessage(byCaller.get(account, phone, callerId)),
    listDue: (nowMs, limit) => toMessages(due.all(nowMs, limit)),
    nextDueMs: () => toNumber(nextDue.get()?.due),
    statusesOf: (seq) => statuses.all(seq) as unknown as { status: string; at_ms: number }[],
    listUndelivered: (account, phone) => toMessages(undelivered.all(account, phone)),
    listUnread: (account, phone) => toMessages(unread.all(account, phone)),
    listOpen: (account, phone, upToSeq) => toMessages(open.all(account, phone, upToSeq)),
    listSent: (account, phone, after, limit) => toMessages(phoneMessages.all(account, phone, after, limit)),
    listChanged: (account, phone, after, limit) => toMessages(changed.all(account, phone, after, limit)),
    listNewest: (account, phone, limit) => toMessages(newest.all(account, phone, limit)),
    lastTemplate: (account, phone) => toMessage(lastTemplate.get(account, phone)),
    countReceived: (account, sinceMs, name) => Number(received.get(account, sinceMs, name, name)?.n),
    listSends: (account, after, limit) => toMessages(sends.all(account, after, limit)),
    count: (account) => Number(count.get(account)?.messages),
  };
}

function remover({ db }: Database): (account: number) => void {
  const clearStatuses = db.prepare(`delete from status_events where message in
    (select seq from messages where account = ?)`);
  const clear = db.prepare('delete from messages where account = ?');
  return (account) => {
    clearStatuses.run(account);
    clear.run(account);
  };
}

const toMessages = (rows: unknown[]) => rows as Message[];
const toMessage = (row: unknown) => (row as Message | undefined) ?? null;
const toNumber = (value: unknown) => (typeof value === 'number' ? value : null);
