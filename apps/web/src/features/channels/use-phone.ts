import type { OutputOf, SandboxBehaviour, SandboxPhone, WriteAsCustomerBody } from '@parley/contract/types';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api, callApi } from '../../platform/api.ts';
import { ApiError } from '../../platform/errors.ts';
import { uuidv7 } from '../../platform/id.ts';
import { applyUpdates, hasUnread, type PhoneBook } from './phone-book.ts';

/** Seconds the server may hold a reading until something happens. */
const holdSeconds = 25;
/** After a failed reading the next one waits this long, doubling to the last, milliseconds. */
const waitMs = { first: 1_000, last: 30_000 } as const;

export type Phone = {
  /** Null until it was read. */
  book: PhoneBook | null;
  /** Reading fails at the moment; it is tried again. */
  failing: boolean;
  /** The customer writes anything. @throws ApiError, NetworkError */
  write: (message: WriteAsCustomerBody) => Promise<void>;
  /** A file of theirs. @returns the id a message can name it by. @throws ApiError, NetworkError */
  upload: (file: Blob) => Promise<string>;
  /** They tap a button of what they got, or choose a row of its list. @throws ApiError, NetworkError */
  tap: (messageId: string, what: { button: number } | { row_id: string }) => Promise<void>;
  /** They listen to a voice message. @throws ApiError, NetworkError */
  play: (messageId: string) => Promise<void>;
  /** @throws ApiError, NetworkError */
  behave: (behaviour: SandboxBehaviour) => Promise<void>;
  /** They go on under another, made-up number. @returns the phone as it is now, under another id. @throws ApiError, NetworkError */
  changeNumber: () => Promise<SandboxPhone>;
};

/**
 * A simulated phone, live for as long as it is on the screen.
 * @param looking the customer has the chat open: what arrives is read
 * @param onGone nobody has this number any more: its owner goes on under another one, or the sandbox was emptied
 */
export function usePhone(phoneId: string, looking: boolean, onGone: () => void): Phone {
  const gone = useRef(onGone);
  gone.current = onGone;
  const [book, setBook] = useState<PhoneBook | null>(null);
  const [failing, setFailing] = useState(false);

  useEffect(() => {
    setBook(null);
    const leaving = new AbortController();
    // Ends with the abort; every other failure is waited out inside.
    void follow(phoneId, leaving.signal, setBook, setFailing, () => gone.current());
    return () => leaving.abort();
  }, [phoneId]);

  useReading(phoneId, book, looking);
  // One after the other: each answer is the whole phone, and an older one that came later would take a habit back.
  const habits = useRef<Promise<void>>(Promise.resolve());
  const params = { phone_id: phoneId };
  return {
    book,
    failing,
    write: useCallback(
      async (message) => {
        const call = { params: { phone_id: phoneId }, body: { id: uuidv7(), ...message } };
        const written = await api('POST /api/sandbox/phones/{phone_id}/messages', call);
        setBook((held) => held && applyUpdates(held, { ...held, messages: [written] }));
      },
      [phoneId],
    ),
    upload: async (file) => {
      const kept = (await callApi('POST /api/sandbox/media', { body: file })) as OutputOf<'POST /api/sandbox/media'>;
      return kept.id;
    },
    tap: async (message_id, what) => {
      const body = { id: uuidv7(), message_id, ...what };
      const written = await api('POST /api/sandbox/phones/{phone_id}/taps', { params, body });
      setBook((held) => held && applyUpdates(held, { ...held, messages: [written] }));
    },
    play: async (message_id) => {
      await api('POST /api/sandbox/phones/{phone_id}/plays', { params, body: { message_id } });
    },
    changeNumber: () => api('POST /api/sandbox/phones/{phone_id}/number', { params, body: {} }),
    behave: (body) => {
      const changed = habits.current.then(async () => {
        const phone = await api('PUT /api/sandbox/phones/{phone_id}', { params, body });
        setBook((held) => held && { ...held, phone });
      });
      habits.current = changed.catch(() => undefined);
      return changed;
    },
  };
}

async function follow(
  phoneId: string,
  signal: AbortSignal,
  setBook: (change: (held: PhoneBook | null) => PhoneBook) => void,
  setFailing: (failing: boolean) => void,
  onGone: () => void,
): Promise<void> {
  let cursor: string | undefined;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const query = cursor === undefined ? { timeout: 0 } : { cursor, timeout: holdSeconds };
      const input = { params: { phone_id: phoneId }, query };
      const updates = await api('GET /api/sandbox/phones/{phone_id}/updates', input, { signal });
      if (signal.aborted) return;
      cursor = updates.cursor;
      failures = 0;
      setFailing(false);
      setBook((held) => applyUpdates(held, updates));
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && error.status === 404) onGone();
      setFailing(true);
      await pause(Math.min(waitMs.first * 2 ** failures, waitMs.last), signal);
      failures += 1;
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Reads what arrived while the chat is open, where the phone reads by opening it. */
function useReading(phoneId: string, book: PhoneBook | null, looking: boolean): void {
  const asked = useRef('');
  const due = looking && book?.phone.online === true && book.phone.reads === 'when_open' && hasUnread(book);
  const occasion = due ? `${phoneId} ${book.cursor}` : '';
  useEffect(() => {
    if (occasion === '' || asked.current === occasion) return;
    asked.current = occasion;
    // What could not be marked now is marked with the next change of the book.
    void api('POST /api/sandbox/phones/{phone_id}/read', { params: { phone_id: phoneId } }).catch(() => undefined);
  }, [phoneId, occasion]);
}
