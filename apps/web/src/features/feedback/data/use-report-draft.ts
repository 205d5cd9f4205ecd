import { useEffect, useRef, useState } from 'react';
import { emptyDraft, type ReportDraft } from './report-body.ts';
import { deleteDraft, readDraft, type StoredDraft, writeDraft } from './report-store.ts';
import type { Shot } from './shots.ts';

const gatherMs = 300;
const nothing: StoredDraft = { draft: emptyDraft, shots: [], savedAt: '' };

/** The draft of this device; undefined while it is read. Without a database there is none. */
export function useStoredDraft(): StoredDraft | undefined {
  const [stored, setStored] = useState<StoredDraft>();
  useEffect(() => {
    readDraft().then(
      (found) => setStored(found ?? nothing),
      () => setStored(nothing),
    );
  }, []);
  return stored;
}

/** Stores what was typed. @returns when it was stored last, and a function that forgets it */
export function useSavedDraft(draft: ReportDraft, shots: readonly Shot[], initial: string) {
  const [savedAt, setSavedAt] = useState(initial);
  const isFirst = useRef(true);
  const forgotten = useRef(false);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const timer = setTimeout(() => {
      if (forgotten.current) return;
      const at = new Date().toISOString();
      // Without a database the page works on, and a reload loses the draft.
      writeDraft({ draft, shots: [...shots], savedAt: at }).then(
        () => setSavedAt(at),
        () => undefined,
      );
    }, gatherMs);
    return () => clearTimeout(timer);
  }, [draft, shots]);
  const forget = async () => {
    forgotten.current = true;
    await deleteDraft().catch(() => undefined);
  };
  return { savedAt, forget };
}
