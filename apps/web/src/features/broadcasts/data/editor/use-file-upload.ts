import type { StoredFile } from '../../../../platform/stored-files.ts';
import { useStoredFile, useUpload } from '../../../../ui/use-upload.ts';
import { setCampaignFile, uploadCampaignFile } from './campaign-files.ts';

export type FileUpload = ReturnType<typeof useUpload> & {
  /** Undefined while this device is looked through; null: it does not have the file. */
  file: StoredFile | null | undefined;
};

/** Uploads the file of a draft while the step is shown, and goes on after a reload. */
export function useFileUpload(id: string): FileUpload {
  const [file] = useStoredFile(id);
  const sent = useUpload(id, file, {
    send: (stored, onProgress, signal) => uploadCampaignFile(id, stored, onProgress, signal),
    onDone: setCampaignFile,
  });
  return { file, ...sent };
}
