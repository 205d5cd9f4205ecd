import type { TestNumber } from '@parley/contract/types';
import { useEffect, useState } from 'react';
import { api } from '../../../platform/api.ts';
import { uuidv7 } from '../../../platform/id.ts';

/** An account has at most so many. */
export const mostTestPhones = 10;
/** While somebody looks, a phone that proves itself is seen within this. */
const lookMs = 3_000;

export type TestPhones = {
  /** Null until they were read. */
  phones: readonly TestNumber[] | null;
  /** Reading fails at the moment; it is tried again. */
  failing: boolean;
  /** @throws ApiError, NetworkError */
  add: (name: string, phoneNumber: string) => Promise<void>;
  /** @throws ApiError, NetworkError */
  remove: (id: string) => Promise<void>;
};

/**
 * The account's real test phones.
 * @param seen the page is looked at: they are read
 * @param looking they are on the screen, and asked for again and again
 */
export function useTestPhones(seen: boolean, looking: boolean): TestPhones {
  const [phones, setPhones] = useState<TestPhones['phones']>(null);
  const [failing, setFailing] = useState(false);
  useEffect(() => {
    if (!seen) return;
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      try {
        const { data } = await api('GET /api/sandbox/test-numbers', {}, { signal: leaving.signal });
        setPhones(data);
        setFailing(false);
      } catch {
        if (!leaving.signal.aborted) setFailing(true);
      }
      if (looking && !leaving.signal.aborted) timer = setTimeout(() => void look(), lookMs);
    };
    void look();
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
      setPhones((held) => [...(held ?? []).filter(({ id }) => id !== added.id), added]);
    },
    remove: async (id) => {
      await api('DELETE /api/sandbox/test-numbers/{id}', { params: { id } });
      setPhones((held) => held?.filter((phone) => phone.id !== id) ?? null);
    },
  };
}
