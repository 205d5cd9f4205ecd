// Compares the team's messages with the phones.
import type { PhoneMessage, SendRecord } from '@parley/whatsapp-simulator';
import type { AgentMessage } from './agents.ts';
import { type Check, check, type Evidence, groupBy } from './check.ts';
import type { MessageInDatabase } from './records.ts';

type Followed = { written: AgentMessage; row: MessageInDatabase | undefined; sends: SendRecord[] };

/** The maximum time in flight: one commit, one call of 60 ms, on a busy machine. */
const inFlightMs = 1_500;

export function compareSent(evidence: Evidence): Check[] {
  const rows = new Map(evidence.database.messages.map((row) => [row.id, row]));
  const sends = groupBy(evidence.phoneRecords.sends, (send) => send.opaque ?? '');
  const followed = evidence.agents.map((written) => ({
    written,
    row: rows.get(written.id),
    sends: sends.get(written.id) ?? [],
  }));
  return [
    storedAsWritten(evidence, followed),
    nothingInvented(evidence, followed),
    sentExactlyOnce(evidence, followed),
    statusesMatchPhones(followed),
    receivedByPhone(evidence, followed),
    orderAtThePhone(evidence),
    orderOfOursInTheThread(evidence),
    neverShownUnlessSent(evidence),
    unknownOnlyHonestly(evidence, followed),
    settledForGood(evidence, followed),
    everyStatusStored(evidence),
  ];
}

function storedAsWritten(_evidence: Evidence, followed: Followed[]): Check {
  const wrong = followed.flatMap(({ written, row }) => {
    if (written.answer !== 200 && written.answer !== 201) return [`${written.id} was answered ${written.answer}`];
    if (row === undefined) return [`${written.id} was answered ${written.answer} and is not in the database`];
    const same = row.thread_id === written.threadId && row.body === written.text && row.direction === 'OUTGOING';
    return same ? [] : [`${written.id} is not what was written`];
  });
  return check('every send that was answered is in the database as written', followed.length, wrong);
}

function nothingInvented({ database, phoneRecords, agents }: Evidence, followed: Followed[]): Check {
  const known = new Set(agents.map((message) => message.id));
  const wrong = [
    ...database.messages
      .filter((row) => row.direction === 'OUTGOING' && !known.has(row.id))
      .map((row) => `${row.id} in the database was written by nobody`),
    ...phoneRecords.sends
      .filter((send) => send.opaque === null || !known.has(send.opaque))
      .map((send) => `${send.id} at a phone was written by nobody`),
  ];
  return check('nothing was sent that nobody wrote', followed.length, wrong);
}

function sentExactlyOnce({ phoneRecords }: Evidence, followed: Followed[]): Check {
  const wrong = followed.flatMap(({ written, row, sends }) => {
    if (sends.length > 1) return [`${written.id} was taken ${sends.length} times`];
    const saysSent = row?.send_state === 'accepted';
    return saysSent === (sends.length === 1)
      ? []
      : [`${written.id} is ${row?.send_state}, taken ${sends.length} times`];
  });
  for (const [phone, onPhone] of phoneRecords.receivedByPhone) {
    const texts = groupBy(onPhone, (message) => `${message.direction} ${textOf(message)}`);
    for (const [text, copies] of texts)
      if (copies.length > 1) wrong.push(`${phone} holds "${text}" ${copies.length} times`);
  }
  return check('WhatsApp took every send once, no phone holds a text twice', followed.length, wrong);
}

function statusesMatchPhones(followed: Followed[]): Check {
  const taken = followed.filter(({ sends }) => sends.length > 0);
  const wrong = taken.flatMap(({ written, row, sends: [send] }) => {
    const same =
      row?.status === send?.status && row?.provider_message_id === send?.id && row?.send_state === 'accepted';
    return same ? [] : [`${written.id}: status ${row?.status} ${row?.send_state}, at the phone ${send?.status}`];
  });
  return check('ticks and provider ids are those of the phones', taken.length, wrong);
}

function receivedByPhone({ phoneRecords, database }: Evidence, followed: Followed[]): Check {
  const received = new Map([...phoneRecords.receivedByPhone.values()].flat().map((message) => [message.id, message]));
  const phoneOf = new Map(database.threads.map((thread) => [thread.id, thread.to_phone]));
  const taken = followed.filter(({ sends }) => sends.length > 0);
  const wrong = taken.flatMap(({ written, sends: [send] }) => {
    const message = send === undefined ? undefined : received.get(send.id);
    if (send?.received !== 1 || message === undefined) return [`${written.id} was received ${send?.received} times`];
    if (send.phone !== phoneOf.get(written.threadId)) return [`${written.id} came to ${send.phone}`];
    return textOf(message) === written.text ? [] : [`${written.id} came as "${textOf(message)}"`];
  });
  return check('every send that was taken came to its customer, word for word', taken.length, wrong);
}

function orderAtThePhone({ phoneRecords, agents }: Evidence): Check {
  const seqOf = new Map(agents.map((message) => [message.id, message.seq]));
  const wrong: string[] = [];
  for (const [phone, sends] of groupBy(phoneRecords.sends, (send) => send.phone)) {
    for (const order of [acceptedOrder(sends), receivedOrder(sends)]) {
      const numbers = order.map((send) => seqOf.get(send.opaque ?? '') ?? 0);
      const back = numbers.findIndex((number, index) => index > 0 && number <= (numbers[index - 1] ?? 0));
      if (back > 0) wrong.push(`${phone}: #${numbers[back]} after #${numbers[back - 1]}`);
    }
  }
  return check('each phone got its messages in the order they were written', phoneRecords.sends.length, wrong);
}

function acceptedOrder(sends: SendRecord[]): SendRecord[] {
  return [...sends].sort((left, right) => Number(left.cursor) - Number(right.cursor));
}

function receivedOrder(sends: SendRecord[]): SendRecord[] {
  const received = sends.filter((send) => send.receive_order !== null);
  return received.sort((left, right) => Number(left.receive_order) - Number(right.receive_order));
}

function orderOfOursInTheThread({ database, agents }: Evidence): Check {
  const seqOf = new Map(agents.map((message) => [message.id, message.seq]));
  const ours = database.messages.filter((row) => row.direction === 'OUTGOING');
  const wrong: string[] = [];
  for (const [thread, rows] of groupBy(ours, (row) => row.thread_id)) {
    const numbers = rows.map((row) => seqOf.get(row.id) ?? 0);
    const back = numbers.findIndex((number, index) => index > 0 && number <= (numbers[index - 1] ?? 0));
    if (back > 0) wrong.push(`thread ${thread}: #${numbers[back]} after #${numbers[back - 1]}`);
  }
  return check("a thread shows the team's messages in the order they were written", ours.length, wrong);
}

function neverShownUnlessSent({ phoneRecords, database, api, replicas }: Evidence): Check {
  const taken = new Set(phoneRecords.sends.map((send) => send.opaque));
  const shown = [
    ...database.messages
      .filter((row) => row.direction === 'OUTGOING' && (row.status > 0 || row.send_state === 'accepted'))
      .map((row) => ({ where: 'the database', id: row.id })),
    ...[...api.messages.values()]
      .filter((row) => row.direction === 'OUTGOING' && (row.status > 0 || row.send_state === 'accepted'))
      .map((row) => ({ where: 'a fresh read', id: row.id })),
    ...replicas.flatMap((screen) => [...screen.everShownAsSent].map((id) => ({ where: screen.name, id }))),
  ];
  const wrong = shown.filter(({ id }) => !taken.has(id)).map(({ where, id }) => `${where} shows ${id} as sent`);
  return check('nothing was ever shown as sent that WhatsApp does not have', shown.length, wrong);
}

function unknownOnlyHonestly({ database, kills }: Evidence, followed: Followed[]): Check {
  const startedAt = new Map(database.triggers.map((trigger) => [trigger.message_id, trigger.started_at_ms]));
  const wrong = followed.flatMap(({ written, row, sends }) => {
    if (row?.send_state !== 'unknown') return [];
    if (sends.length > 0) return [`${written.id} is unknown and WhatsApp has it: a status should have settled it`];
    const started = startedAt.get(written.id) ?? 0;
    const cut = kills.some(
      (kill) => kill.at + (kill.lastedMs ?? 0) - started >= -100 && kill.at - started <= inFlightMs,
    );
    return cut ? [] : [`${written.id} is unknown, and nothing was killed while it was on its way`];
  });
  return check('unknown is only what was on its way at a kill and never came to WhatsApp', followed.length, wrong);
}

function settledForGood({ database }: Evidence, followed: Followed[]): Check {
  const triggers = groupBy(database.triggers, (trigger) => trigger.message_id);
  const wrong = followed.flatMap(({ written, row }) => {
    const own = triggers.get(written.id) ?? [];
    if (own.length !== 1 || own[0]?.state !== 'done') return [`${written.id} has ${own.length} triggers`];
    const state = row?.send_state ?? '';
    const fine = (state === 'accepted' || state === 'unknown') && row?.attempt === 1;
    return fine ? [] : [`${written.id} ended ${state}, attempt ${row?.attempt}`];
  });
  return check('every send has one trigger, done, and none failed or still waits', followed.length, wrong);
}

function everyStatusStored({ phoneRecords, database }: Evidence): Check {
  const kept = new Map(database.events.map((event) => [`${event.message_id} ${event.status}`, event.n]));
  const sent = phoneRecords.sends.flatMap((send) => send.statuses.map(({ status }) => `${send.opaque} ${status}`));
  const wrong = sent.filter((key) => kept.get(key) !== 1).map((key) => `${key}: kept ${kept.get(key) ?? 0} times`);
  if (kept.size !== sent.length) wrong.push(`${sent.length} statuses were sent, ${kept.size} are kept`);
  return check('every status that WhatsApp sent is kept once', sent.length, wrong);
}

function textOf(message: PhoneMessage): string {
  return (message.content as { body?: string } | null)?.body ?? '';
}
