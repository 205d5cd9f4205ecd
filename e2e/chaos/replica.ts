import type { Change, Message, ServerFrame, Thread } from '@parley/contract/types';

type Row = { version: number; data: unknown };

/**
 * What a user would see: rows built only from the change feed, each change applied by its version like in the web
 * application's store, in any order and with repetitions.
 */
export class Replica {
  readonly name: string;
  cursor: string;
  resets = 0;
  frames = 0;
  changes = 0;
  /** How often the feed was resumed from the saved cursor. */
  resumed = 0;
  /** Messages that were ever shown as accepted by WhatsApp. */
  readonly everShownAsSent = new Set<string>();
  /** Anomalies on a screen: ticks that go back, rows that vanish, a feed that goes back. */
  readonly anomalies: string[] = [];
  readonly #rows = new Map<string, Map<string, Row>>();

  constructor(name: string, cursor: string) {
    this.name = name;
    this.cursor = cursor;
  }

  get messages(): Map<string, Message> {
    return this.#collection<Message>('messages');
  }

  get threads(): Map<string, Thread> {
    return this.#collection<Thread>('threads');
  }

  /** A frame of the live connection, or a response of the long poll in its shape. */
  apply(frame: ServerFrame): void {
    if (frame.type === 'reset') this.resets++;
    if (frame.type !== 'changes') return;
    this.frames++;
    if (BigInt(frame.cursor) < BigInt(this.cursor)) this.anomalies.push(`feed went back to ${frame.cursor}`);
    for (const change of frame.changes) this.#apply(change);
    this.cursor = frame.cursor;
  }

  #apply(change: Change): void {
    this.changes++;
    const rows = this.#rows.get(change.collection) ?? new Map<string, Row>();
    this.#rows.set(change.collection, rows);
    const known = rows.get(change.id);
    if (known !== undefined && known.version >= change.version) return;
    if (change.marker === 'DELETED') this.anomalies.push(`${change.collection} ${change.id} was shown as deleted`);
    if (change.collection === 'messages' && change.data !== null) {
      this.#watch(known?.data as Message | undefined, change.data as Message);
    }
    rows.set(change.id, { version: change.version, data: change.data });
  }

  #watch(before: Message | undefined, now: Message): void {
    if (now.direction !== 'OUTGOING') return;
    if (now.status > 0 || now.send_state === 'accepted') this.everShownAsSent.add(now.id);
    if (before !== undefined && now.status < before.status) {
      this.anomalies.push(`message ${now.id} went back from ${before.status} to ${now.status}`);
    }
  }

  #collection<T>(name: string): Map<string, T> {
    return new Map([...(this.#rows.get(name) ?? [])].map(([id, row]) => [id, row.data as T]));
  }
}
