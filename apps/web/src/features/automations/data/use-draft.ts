import type { Automation, Flow } from '@parley/contract/types';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../platform/errors.ts';
import { saveDraft } from './automations-data.ts';

export type SaveState = 'saved' | 'saving' | 'unnamed' | 'failed' | 'conflict';
type Draft = { name: string; flow: Flow };

const gatherMs = 600;

/** The draft as it is edited; it saves itself shortly after each change. */
export function useDraft(automation: Automation) {
  const { id, name, flow } = automation;
  const [draft, setDraft] = useState<Draft>({ name, flow });
  const [state, setState] = useState<SaveState>('saved');
  const [saved, setSaved] = useState<Automation>(automation);
  const stored = useRef({ draft, version: automation.version });
  const latest = useRef(draft);
  latest.current = draft;
  const queue = useRef<Promise<boolean>>(Promise.resolve(true));

  /** @returns whether everything is saved */
  const flush = useCallback(
    (leaving = false): Promise<boolean> => {
      queue.current = queue.current.then(async () => {
        const wanted = latest.current;
        if (wanted === stored.current.draft) return true;
        if (wanted.name.trim() === '') return false;
        setState('saving');
        try {
          const answer = await saveDraft(id, { ...wanted, version: stored.current.version }, leaving);
          stored.current = { draft: wanted, version: answer.version };
          setSaved(answer);
          setState('saved');
          return true;
        } catch (error) {
          setState(error instanceof ApiError && error.code === 'version_conflict' ? 'conflict' : 'failed');
          return false;
        }
      });
      return queue.current;
    },
    [id],
  );

  useEffect(() => {
    if (draft === stored.current.draft) return;
    const timer = setTimeout(() => void flush(), gatherMs);
    return () => clearTimeout(timer);
  }, [draft, flush]);

  useEffect(() => {
    const leave = () => void flush(true);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [flush]);

  const isCurrent = draft === stored.current.draft;
  // A change that waits to be sent is not saved yet.
  const pending = draft.name.trim() === '' ? ('unnamed' as const) : ('saving' as const);
  return {
    draft,
    state: isCurrent || state !== 'saved' ? state : pending,
    /** As the server has it, with the problems it found. */
    saved,
    /** The server's problems are about what is shown. */
    isCurrent,
    setName: (next: string) => setDraft((was) => ({ ...was, name: next })),
    setFlow: (change: (flow: Flow) => Flow) => setDraft((was) => ({ ...was, flow: change(was.flow) })),
    flush,
    /** After publishing and the like. @param flow set where the server replaced the draft */
    adopt: (answer: Automation, replaces = false) => {
      const next = replaces ? { name: answer.name, flow: answer.flow } : latest.current;
      stored.current = { draft: next, version: answer.version };
      setDraft(next);
      setSaved(answer);
    },
  };
}
