import { useCallback, useEffect, useRef, useState } from 'react';
import { deleteStoredFile, findStoredFile, type StoredFile } from '../platform/stored-files.ts';
import { useServerErrorMessage } from './error-messages.ts';

/** A file that waits on this device for its upload: undefined while it is looked for, null when it is not there. */
export function useStoredFile(id: string) {
  const [file, setFile] = useState<StoredFile | null | undefined>(undefined);
  useEffect(() => {
    let gone = false;
    void findStoredFile(id).then((found) => {
      if (!gone) setFile(found);
    });
    return () => {
      gone = true;
    };
  }, [id]);
  return [file, setFile] as const;
}

export type Upload<R> = {
  /** Sends it and says how far it is; aborted when the screen closes. */
  send(file: StoredFile, onProgress: (bytes: number, waiting: boolean) => void, signal: AbortSignal): Promise<R>;
  /** The server has all of it. */
  onDone(row: R): unknown;
};

/** Uploads a file while the screen is shown, as soon as there is one; `retry` after an error. */
export function useUpload<R>(id: string, file: StoredFile | null | undefined, upload: Upload<R>) {
  const [progress, setProgress] = useState({ bytes: 0, waiting: false });
  const [failure, setFailure] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  const words = useServerErrorMessage();
  const latest = useRef(upload);
  latest.current = upload;
  useEffect(() => {
    if (file === null || file === undefined) return undefined;
    const ending = new AbortController();
    if (tries > 0) setFailure(null);
    latest.current
      .send(file, (bytes, waiting) => setProgress({ bytes, waiting }), ending.signal)
      .then((row) => {
        void deleteStoredFile(id);
        return latest.current.onDone(row);
      })
      .catch((error: unknown) => {
        if (!ending.signal.aborted) setFailure(error);
      });
    return () => ending.abort();
  }, [id, file, tries]);
  const retry = useCallback(() => setTries((count) => count + 1), []);
  return { ...progress, problem: failure === null ? null : words(failure), retry };
}
