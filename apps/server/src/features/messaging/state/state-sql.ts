import { columnsOf, type MessageEvent, type MessageState, moves } from './message-state.ts';

/** An event, and the SQL condition under which it happens to a row. */
export type Cause = { event: MessageEvent; when: string };

const quoted = (texts: readonly string[]) => texts.map((text) => `'${text}'`).join(', ');
const withoutAnswer = Object.values(columnsOf).filter(({ status }) => status === 0);

/** SQL condition: a message is in one of these states. @param row the alias that has `status` and `send_state` */
export function isIn(states: readonly MessageState[], row = 'm'): string {
  const columns = states.map((state) => columnsOf[state]);
  const queued = columns.filter(({ status }) => status === 0).map(({ send_state }) => send_state);
  const statuses = columns.map(({ status }) => status).filter((status) => status !== 0);
  if (queued.length === withoutAnswer.length) statuses.push(0);
  const conditions = [
    ...(statuses.length > 0 ? [`${row}.status in (${statuses.sort((a, b) => a - b).join(', ')})`] : []),
    ...(queued.length > 0 && queued.length < withoutAnswer.length ? [`${row}.send_state in (${quoted(queued)})`] : []),
  ];
  return `(${conditions.join(' or ')})`;
}

/** SQL condition: a message is in a state that the event ends. */
export function isEndedBy(event: MessageEvent, row = 'm'): string {
  return isIn(moves[event].from, row);
}

/** SQL values of `status, send_state` of a new message. */
export function valuesOf(state: MessageState): string {
  const { status, send_state } = columnsOf[state];
  return `${status}, '${send_state}'`;
}

/** SQL assignments of the state that an event leads to, for rows that `isEndedBy` selects. */
export function stateAfter(event: MessageEvent): string {
  const { status, send_state } = columnsOf[moves[event].to];
  return `status = ${status}, send_state = '${send_state}'`;
}

/** SQL assignments of the state that the first of several events leads to that happens and ends the row's state. */
export function stateAfterFirst(causes: readonly Cause[], row = 'm'): string {
  return `status = ${columnAfterFirst('status', causes, row)}, send_state = ${columnAfterFirst('send_state', causes, row)}`;
}

/** SQL value of one of the two columns, as `stateAfterFirst` assigns it. */
export function columnAfterFirst(column: 'status' | 'send_state', causes: readonly Cause[], row = 'm'): string {
  const branches = causes.map(({ event, when }) => {
    const value = columnsOf[moves[event].to][column];
    return `when ${when} and ${isEndedBy(event, row)} then ${typeof value === 'number' ? value : `'${value}'`}`;
  });
  return `case ${branches.join(' ')} else ${row}.${column} end`;
}

/** SQL condition: one of the events happens and ends the row's state. */
export function isMovedBy(causes: readonly Cause[], row = 'm'): string {
  return `(${causes.map(({ event, when }) => `${when} and ${isEndedBy(event, row)}`).join(' or ')})`;
}
