import type { OutputOf, SandboxBehaviour, SandboxPhone, WriteAsCustomerBody } from '@parley/contract/types';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api, callApi } from '../../../../platform/api.ts';
import { ApiError } from '../../../../platform/errors.ts';
import { uuidv7 } from '../../../../platform/id.ts';
import { applyUpdates, hasUnread, type PhoneHistory } from './phone-history.ts';

/** Duration of the server's long poll, seconds. */
const holdSeconds = 25;
/** Retry delays after a failed read, first and longest, milliseconds. */
const waitMs = { first: 1_000, last: 30_000 } as const;

export type Phone = {
  /** Null until loaded. */
  history: PhoneHistory | null;
  /** Reading currently fails and is retried. */
  failing: boolean;
  /** Sends a message as the customer. @throws ApiError, NetworkError */
  write: (message: WriteAsCustomerBody) => Promise<void>;
  /** Uploads a file of the customer. @returns its id for a message. @throws ApiError, NetworkError */
  upload: (file: Blob) => Promise<string>;
  /** Taps a button of a received message, or chooses a row of its list. @throws ApiError, NetworkError */
  tap: (messageId: string, what: { button: number; card?: number } | { row_id: string }) => Promise<void>;
  /** Plays a voice message. @throws ApiError, NetworkError */
  play: (messageId: string) => Promise<void>;
  /** @throws ApiError, NetworkError */
  behave: (behaviour: SandboxBehaviour) => Promise<void>;
  /**
   * Changes the customer to another simulated number. @returns the phone, which then has another id. @throws ApiError,
   * NetworkError
   */
  changeNumber: () => Promise<SandboxPhone>;
};

/**
 * A simulated phone, live while it is shown.
 * @param looking the customer has the chat open: received messages are read
 * @param onGone the number is no longer in use: its owner changed it, or the sandbox was emptied
 */
export function usePhone(phoneId: string, looking: boolean, onGone: () => void): Phone {
  const gone = useRef(onGone);
  gone.current = onGone;
  const [history, setHistory] = useState<PhoneHistory | null>(null);
  const [failing, setFailing] = useState(false);

  useEffect(() => {
    setHistory(null);
    const leaving = new AbortController();
    // Ends with the abort; other failures are retried inside.
    void follow(phoneId, leaving.signal, setHistory, setFailing, () => gone.current());
    return () => leaving.abort();
  }, [phoneId]);

  useReading(phoneId, history, looking);
  // One after another: each answer is the whole phone, and a late older one would revert a change.
  const habits = useRef<Promise<void>>(Promise.resolve());
  const params = { phone_id: phoneId };
  return {
    history,
    failing,
    write: useCallback(
      async (message) => {
        const call = { params: { phone_id: phoneId }, body: { id: uuidv7(), ...message } };
        const written = await api('POST /api/sandbox/phones/{phone_id}/messages', call);
        setHistory((current) => current && applyUpdates(current, { ...current, messages: [written] }));
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
      setHistory((current) => current && applyUpdates(current, { ...current, messages: [written] }));
    },
    play: async (message_id) => {
      await api('POST /api/sandbox/phones/{phone_id}/plays', { params, body: { message_id } });
    },
    changeNumber: () => api('POST /api/sandbox/phones/{phone_id}/number', { params, body: {} }),
    behave: (body) => {
      const changed = habits.current.then(async () => {
        const phone = await api('PUT /api/sandbox/phones/{phone_id}', { params, body });
        setHistory((current) => current && { ...current, phone });
      });
      habits.current = changed.catch(() => undefined);
      return changed;
    },
  };
}

async function follow(
  phoneId: string,
  signal: AbortSignal,
  setHistory: (change: (shown: PhoneHistory | null) => PhoneHistory) => void,
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
      setHistory((current) => applyUpdates(current, updates));
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

/** Marks received messages as read while the chat is open, for phones that read by opening it. */
function useReading(phoneId: string, history: PhoneHistory | null, looking: boolean): void {
  const asked = useRef('');
  const due = looking && history?.phone.online === true && history.phone.reads === 'when_open' && hasUnread(history);
  const occasion = due ? `${phoneId} ${history.cursor}` : '';
  useEffect(() => {
    if (occasion === '' || asked.current === occasion) return;
    asked.current = occasion;
    // A failure is retried with the next change of the history.
    void api('POST /api/sandbox/phones/{phone_id}/read', { params: { phone_id: phoneId } }).catch(() => undefined);
  }, [phoneId, occasion]);
}
