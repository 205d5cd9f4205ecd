import type { PresenceState } from '@parley/contract/types';
import type { PresenceBoard } from './presence.ts';

/** `beat`: a state is reported again this often; `typed`: without a key for so long, nobody is typing; milliseconds. */
export const presenceMs = { beat: 25_000, retype: 4_000, typed: 5_000 } as const;

const byBoard = new WeakMap<PresenceBoard, OwnPresence>();

/** What this tab reports of itself. */
export function ownPresence(board: PresenceBoard): OwnPresence {
  const known = byBoard.get(board) ?? new OwnPresence(board);
  byBoard.set(board, known);
  return known;
}

/** Reports which thread the user looks at and whether they type, again with every connection. */
class OwnPresence {
  #board: PresenceBoard;
  #looking: { threadId: string; state: PresenceState; typedMs: number; sentMs: number } | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(board: PresenceBoard) {
    this.#board = board;
    board.onConnected = () => this.#report();
  }

  /** This tab shows a thread to the user. @returns a function for when it no longer does */
  look(threadId: string): () => void {
    this.#looking = { threadId, state: 'viewing', typedMs: 0, sentMs: 0 };
    this.#report();
    this.#timer ??= setInterval(() => this.#tick(), 1_000);
    return () => {
      if (this.#looking?.threadId !== threadId) return;
      this.#looking.state = 'away';
      this.#report();
      this.#looking = null;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  /** The user typed in the reply to a thread. */
  typed(threadId: string): void {
    const now = Date.now();
    const looking = this.#looking;
    if (looking?.threadId !== threadId) return;
    looking.typedMs = now;
    if (looking.state === 'typing' && now - looking.sentMs < presenceMs.retype) return;
    looking.state = 'typing';
    this.#report();
  }

  /** The reply was sent or emptied. */
  stoppedTyping(threadId: string): void {
    if (this.#looking?.threadId !== threadId || this.#looking.state !== 'typing') return;
    this.#looking.state = 'viewing';
    this.#report();
  }

  #tick(): void {
    const looking = this.#looking;
    if (looking === null) return;
    const now = Date.now();
    if (looking.state === 'typing' && now - looking.typedMs >= presenceMs.typed) {
      looking.state = 'viewing';
      this.#report();
    } else if (now - looking.sentMs >= presenceMs.beat) this.#report();
  }

  #report(): void {
    const looking = this.#looking;
    if (looking === null) return;
    const { threadId, state } = looking;
    if (this.#board.send({ type: 'presence', thread_id: threadId, state })) looking.sentMs = Date.now();
  }
}
