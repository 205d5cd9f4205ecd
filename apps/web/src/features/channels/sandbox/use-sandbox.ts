import { useLingui } from '@lingui/react/macro';
import type { Channel, OutputOf, SandboxFaults, SandboxPhone } from '@parley/contract/types';
import { useCallback, useEffect, useState } from 'react';
import { api } from '../../../platform/api.ts';
import { ApiError } from '../../../platform/errors.ts';
import { toast } from '../../../ui/toast.ts';
import { serverWords } from './failure-words.ts';

export type SandboxFacts = OutputOf<'GET /api/sandbox'>;

export type Sandbox = {
  /** Null until it was read. */
  facts: SandboxFacts | null;
  failure: 'none' | 'unreachable' | null;
  read: () => void;
  addPhone: (phone: SandboxPhone) => void;
  /** Ahead of the real time, milliseconds. */
  moveClock: (offsetMs: number) => void;
  setFaults: (faults: Partial<SandboxFaults>) => void;
  setPeople: (count: number) => void;
  /** Empties it. @throws ApiError, NetworkError */
  reset: () => Promise<void>;
};

/** The account's sandbox with what can be done to its world; a refusal is told in a toast and changes nothing here. */
export function useSandbox(): Sandbox {
  const { t } = useLingui();
  const [facts, setFacts] = useState<SandboxFacts | null>(null);
  const [failure, setFailure] = useState<Sandbox['failure']>(null);
  const read = useCallback(() => {
    setFailure(null);
    void api('GET /api/sandbox', {})
      .then(setFacts)
      .catch((error: unknown) =>
        setFailure(error instanceof ApiError && error.status === 404 ? 'none' : 'unreachable'),
      );
  }, []);
  useEffect(read, [read]);
  const change = (part: (held: SandboxFacts) => Partial<SandboxFacts>) =>
    setFacts((held) => held && { ...held, ...part(held) });
  const refused = (error: unknown) =>
    toast({ message: serverWords(error) ?? t`The sandbox did not take that. Try again.` });

  return {
    facts,
    failure,
    read,
    addPhone: (phone) => change(({ phones }) => ({ phones: [...phones.filter(({ id }) => id !== phone.id), phone] })),
    moveClock: (offset_ms) =>
      void api('PUT /api/sandbox/clock', { body: { offset_ms } }).then(
        (channel: Channel) => change(() => ({ channel })),
        refused,
      ),
    setFaults: (faults) =>
      void api('PUT /api/sandbox/faults', { body: faults }).then((now) => change(() => ({ faults: now })), refused),
    setPeople: (people) => change(() => ({ people })),
    reset: async () => {
      await api('POST /api/sandbox/reset', {});
      setFacts(await api('GET /api/sandbox', {}));
    },
  };
}
