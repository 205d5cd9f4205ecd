import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { fieldMessage } from '../../../../platform/errors.ts';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { toast } from '../../../../ui/toast.ts';

export type SavedValue<T> = {
  /** The server's name of the field, for its errors. */
  name: string;
  /** @throws ApiError, NetworkError */
  save: (value: T) => Promise<void>;
  /** The confirmation, which has the undo. */
  message: (value: T) => string;
};

/**
 * Saves one field by itself, so that two members who edit different fields change nothing of each other's. Values
 * chosen in quick succession are saved in that order.
 */
export function useSaved<T>({ name, save, message }: SavedValue<T>) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const [problem, setProblem] = useState<string | null>(null);
  const [wanted, setWanted] = useState<{ value: T } | null>(null);
  const [state, setState] = useState<'idle' | 'saving' | 'saved'>('idle');
  const queue = useRef(Promise.resolve());
  const latest = useRef<{ value: T } | null>(null);
  /** @returns whether it was saved */
  const store = async (value: T, before: T): Promise<boolean> => {
    const mine = { value };
    latest.current = mine;
    const end = (next: 'idle' | 'saved', error?: string) => {
      // A later value is being saved, whose result counts.
      if (latest.current !== mine) return;
      setState(next);
      setWanted(null);
      if (error !== undefined) setProblem(error);
    };
    setState('saving');
    setWanted(mine);
    setProblem(null);
    const saving = queue.current.then(() => save(value));
    queue.current = saving.catch(() => undefined);
    try {
      await saving;
      end('saved');
      toast({ message: message(value), action: { label: t`Undo`, run: () => void store(before, value) } });
      return true;
    } catch (error) {
      end('idle', fieldMessage(error, name) ?? words(error));
      return false;
    }
  };
  /** What is chosen: shown at once, and taken back when it could not be saved. */
  const chosen = (saved: T): T => (wanted === null ? saved : wanted.value);
  return {
    store,
    chosen,
    /** Saves a chosen value unless it is the current one. */
    choose: (value: T, saved: T): void => {
      if (value !== chosen(saved)) void store(value, chosen(saved));
    },
    busy: state === 'saving',
    problem,
    /** Shown at the field; null before its first change. */
    note: state === 'idle' ? null : state === 'saving' ? t`Saving…` : t`Saved`,
    /** The field is being edited again. */
    edited: (error: string | null = null) => {
      setProblem(error);
      setState('idle');
    },
  };
}
