import { useCallback, useEffect, useState } from 'react';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { deleteStoredFile, type StoredFile } from './file-store.ts';
import { refetchImport, setImport, uploadImport } from './import-data.ts';

/** Uploads a file while the screen is shown; `retry` after an error. */
export function useUpload(id: string, file: StoredFile) {
  const [progress, setProgress] = useState({ bytes: 0, waiting: false });
  const [failure, setFailure] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  const words = useServerErrorMessage();
  useEffect(() => {
    const ending = new AbortController();
    if (tries > 0) setFailure(null);
    uploadImport(id, file, (bytes, waiting) => setProgress({ bytes, waiting }), ending.signal)
      .then((row) => {
        void deleteStoredFile(id);
        setImport(row);
        return refetchImport(id);
      })
      .catch((error: unknown) => {
        if (!ending.signal.aborted) setFailure(error);
      });
    return () => ending.abort();
  }, [id, file, tries]);
  const retry = useCallback(() => setTries((count) => count + 1), []);
  return { ...progress, problem: failure === null ? null : words(failure), retry };
}
