import type { TestNumber } from '@parley/contract/types';
import { useEffect, useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { uuidv7 } from '../../../../platform/id.ts';

/** The limit of test phones per account. */
export const mostTestPhones = 10;
/** Poll interval while visible, so that a newly verified phone appears. */
const pollMs = 3_000;

export type TestPhones = {
  /** Null until loaded. */
  phones: readonly TestNumber[] | null;
  /** Reading currently fails and is retried. */
  failing: boolean;
  /** @throws ApiError, NetworkError */
  add: (name: string, phoneNumber: string) => Promise<void>;
  /** @throws ApiError, NetworkError */
  remove: (id: string) => Promise<void>;
};

/**
 * The account's real test phones.
 * @param seen the page is visible: they are read
 * @param looking they are on screen: they are polled
 */
export function useTestPhones(seen: boolean, looking: boolean): TestPhones {
  const [phones, setPhones] = useState<TestPhones['phones']>(null);
  const [failing, setFailing] = useState(false);
  useEffect(() => {
    if (!seen) return;
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const poll = async () => {
      try {
        const { data } = await api('GET /api/sandbox/test-numbers', {}, { signal: leaving.signal });
        setPhones(data);
        setFailing(false);
      } catch {
        if (!leaving.signal.aborted) setFailing(true);
      }
      if (looking && !leaving.signal.aborted) timer = setTimeout(() => void poll(), pollMs);
    };
    void poll();
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [seen, looking]);
  return {
    phones,
    failing,
    add: async (name, phone_number) => {
      const body = { id: uuidv7(), name, phone_number };
      const added = await api('POST /api/sandbox/test-numbers', { body });
      setPhones((current) => [...(current ?? []).filter(({ id }) => id !== added.id), added]);
    },
    remove: async (id) => {
      await api('DELETE /api/sandbox/test-numbers/{id}', { params: { id } });
      setPhones((current) => current?.filter((phone) => phone.id !== id) ?? null);
    },
  };
}
