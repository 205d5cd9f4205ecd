import { useLingui } from '@lingui/react/macro';
import type { Channel, OutputOf, SandboxFaults, SandboxPhone } from '@parley/contract/types';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { ApiError } from '../../../../platform/errors.ts';
import { toast } from '../../../../ui/toast.ts';
import { serverMessage } from './server-message.ts';

export type SandboxFacts = OutputOf<'GET /api/sandbox'>;

export type Sandbox = {
  /** Null until loaded. */
  facts: SandboxFacts | null;
  failure: 'none' | 'unreachable' | 'damaged' | null;
  read: () => void;
  addPhone: (phone: SandboxPhone) => void;
  /** Ahead of the real time, milliseconds. */
  moveClock: (offsetMs: number) => void;
  setFaults: (faults: Partial<SandboxFaults>) => void;
  /** Sets the simulated failures found by a poll that started then: a failure for one send is over after it. */
  noteFaults: (faults: SandboxFaults, lookedAtMs: number) => void;
  setContactCount: (count: number) => void;
  /** Deletes all its data. @throws ApiError, NetworkError */
  reset: () => Promise<void>;
};

/** The account's sandbox and its controls; an error is shown in a toast and changes nothing here. */
export function useSandbox(): Sandbox {
  const { t } = useLingui();
  const [facts, setFacts] = useState<SandboxFacts | null>(null);
  const [failure, setFailure] = useState<Sandbox['failure']>(null);
  /** When the simulated failures were last changed here: a poll that started before does not have the change. */
  const changedAt = useRef(0);
  const read = useCallback(() => {
    setFailure(null);
    void api('GET /api/sandbox', {})
      .then(setFacts)
      .catch((error: unknown) => setFailure(failureOf(error)));
  }, []);
  useEffect(read, [read]);
  const change = (part: (shown: SandboxFacts) => Partial<SandboxFacts>) =>
    setFacts((current) => current && { ...current, ...part(current) });
  const refused = (error: unknown) =>
    toast({ message: serverMessage(error) ?? t`The sandbox didn’t accept this. Try again.` });

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
    setFaults: (faults) => {
      const before = facts?.faults;
      changedAt.current = Date.now();
      change((current) => ({ faults: { ...current.faults, ...faults } }));
      const settle = (now: SandboxFaults | undefined) => {
        changedAt.current = Date.now();
        if (now !== undefined) change(() => ({ faults: now }));
      };
      api('PUT /api/sandbox/faults', { body: faults }).then(settle, (error: unknown) => {
        settle(before);
        refused(error);
      });
    },
    noteFaults: (faults, lookedAtMs) => lookedAtMs > changedAt.current && change(() => ({ faults })),
    setContactCount: (contactCount) => change(() => ({ people: contactCount })),
    reset: async () => {
      await api('POST /api/sandbox/reset', { body: { confirm: true } });
      setFacts(await api('GET /api/sandbox', {}));
      setFailure(null);
    },
  };
}

function failureOf(error: unknown): Sandbox['failure'] {
  if (!(error instanceof ApiError)) return 'unreachable';
  if (error.code === 'simulator_damaged') return 'damaged';
  return error.status === 404 ? 'none' : 'unreachable';
}
