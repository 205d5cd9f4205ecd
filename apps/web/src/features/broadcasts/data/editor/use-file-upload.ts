import { useCallback, useEffect, useState } from 'react';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { fileStore, type StoredFile } from '../../../contacts/public.ts';
import { setCampaignFile, uploadCampaignFile } from './campaign-files.ts';

export type FileUpload = {
  /** Undefined while this device is looked through; null: it does not have the file. */
  file: StoredFile | null | undefined;
  bytes: number;
  waiting: boolean;
  problem: string | null;
  retry: () => void;
};

/** Uploads the file of a draft while the step is shown, and goes on after a reload. */
export function useFileUpload(id: string): FileUpload {
  const words = useServerErrorMessage();
  const [file, setFile] = useState<StoredFile | null | undefined>(undefined);
  const [progress, setProgress] = useState({ bytes: 0, waiting: false });
  const [failure, setFailure] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let gone = false;
    void fileStore()
      .then((store) => store.findStoredFile(id))
      .then((found) => {
        if (!gone) setFile(found);
      });
    return () => {
      gone = true;
    };
  }, [id]);
  useEffect(() => {
    if (file === null || file === undefined) return undefined;
    const ending = new AbortController();
    if (tries > 0) setFailure(null);
    uploadCampaignFile(id, file, (bytes, waiting) => setProgress({ bytes, waiting }), ending.signal)
      .then((row) => {
        void fileStore().then((store) => store.deleteStoredFile(id));
        setCampaignFile(row);
      })
      .catch((error: unknown) => {
        if (!ending.signal.aborted) setFailure(error);
      });
    return () => ending.abort();
  }, [id, file, tries]);
  const retry = useCallback(() => setTries((count) => count + 1), []);
  return { file, ...progress, problem: failure === null ? null : words(failure), retry };
}
