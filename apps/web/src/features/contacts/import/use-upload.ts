import { useCallback, useEffect, useState } from 'react';
import { useServerWords } from '../../../ui/request-words.ts';
import { forgetFile, type KeptFile } from './file-store.ts';
import { lookAgain, noteImport, uploadImport } from './import-data.ts';

/** Brings a file to the server for as long as the screen is shown; `retry` after a refusal. */
export function useUpload(id: string, file: KeptFile) {
  const [progress, setProgress] = useState({ bytes: 0, waiting: false });
  const [failure, setFailure] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  const words = useServerWords();
  useEffect(() => {
    const ending = new AbortController();
    if (tries > 0) setFailure(null);
    uploadImport(id, file, (bytes, waiting) => setProgress({ bytes, waiting }), ending.signal)
      .then((row) => {
        void forgetFile(id);
        noteImport(row);
        return lookAgain(id);
      })
      .catch((error: unknown) => {
        if (!ending.signal.aborted) setFailure(error);
      });
    return () => ending.abort();
  }, [id, file, tries]);
  const retry = useCallback(() => setTries((count) => count + 1), []);
  return { ...progress, problem: failure === null ? null : words(failure), retry };
}
