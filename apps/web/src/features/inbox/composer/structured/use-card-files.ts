import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { uuidv7 } from '../../../../platform/id.ts';
import { uploadFile } from '../../../../platform/upload.ts';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import type { ChosenFile } from '../../../../ui/fields/file-field.tsx';
import { useFileProblemText } from '../use-file-problem-text.ts';
import type { CardFile } from './carousel.ts';

/** Files on their way to become cards; one that cannot stays with the reason until it is removed. */
export function useCardFiles(onReady: (file: CardFile) => void) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const { problem: problemWords } = useFileProblemText();
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const leaving = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const uploads = leaving.current;
    return () => {
      for (const upload of uploads.values()) upload.abort();
    };
  }, []);
  const change = (id: string, part: Partial<ChosenFile>) =>
    setFiles((now) => now.map((file) => (file.id === id ? { ...file, ...part } : file)));
  const forget = (id: string) => {
    leaving.current.get(id)?.abort();
    leaving.current.delete(id);
    setFiles((now) => now.filter((file) => file.id !== id));
  };
  const fail = (id: string, problem: string) => change(id, { state: 'failed', problem });
  const send = async (id: string, file: File) => {
    const signal = leaving.current.get(id)?.signal;
    if (signal === undefined) return;
    try {
      const [{ prepareFile }, { smallPicture }] = await Promise.all([
        import('../prepare-file.ts'),
        import('./small-picture.ts'),
      ]);
      const result = await prepareFile(file, false);
      if ('problem' in result) return fail(id, problemWords(result.problem));
      const { kind, name, file: bytes } = result.prepared;
      if (kind !== 'image' && kind !== 'video') return fail(id, t`Choose a picture or a video.`);
      const onProgress = (share: number) => change(id, { share });
      const [{ id: mediaId }, preview] = await Promise.all([
        uploadFile(id, bytes, name, { onProgress, signal }),
        smallPicture(bytes, kind),
      ]);
      if (signal.aborted) return;
      forget(id);
      onReady({ mediaId, kind, name: name.slice(0, 240), preview });
    } catch (failure) {
      if (!signal.aborted) fail(id, words(failure));
    }
  };
  return {
    files,
    add(chosen: File[]) {
      const entries = chosen.map((file) => ({ id: uuidv7(), file }));
      for (const { id } of entries) leaving.current.set(id, new AbortController());
      setFiles((now) => [
        ...now,
        ...entries.map(({ id, file }) => ({
          id,
          name: file.name,
          sizeBytes: file.size,
          state: 'sending' as const,
          share: 0,
        })),
      ]);
      // One after the other: cards stand in the order of the files.
      void entries.reduce((before, { id, file }) => before.then(() => send(id, file)), Promise.resolve());
    },
    remove: forget,
  };
}
