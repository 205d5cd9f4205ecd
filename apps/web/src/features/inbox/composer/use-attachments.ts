import { maxFiles } from '@parley/contract/media';
import { useEffect, useRef, useState } from 'react';
import { uuidv7 } from '../../../platform/id.ts';
import { releaseObjectUrl } from '../../../platform/object-url.ts';
import type { FileProblem } from '../bubble/media/file-kinds.ts';
import type { PreparedFile } from './prepare-file.ts';

/** A file picked for the next message. */
export type PickedFile = {
  key: string;
  name: string;
  sizeBytes: number;
  caption: string;
  /** Its preview on this device; null where there is none. */
  previewUrl: string | null;
  state: 'preparing' | 'ready' | 'problem';
  prepared?: PreparedFile;
  problem?: FileProblem;
};

export type Attachments = {
  files: readonly PickedFile[];
  /** How many of the last picked files were too many. */
  leftOut: number;
  add: (files: readonly File[], asSticker?: boolean) => void;
  remove: (key: string) => void;
  /** Moves a file to before or after its neighbour: they are sent in this order. */
  move: (key: string, step: -1 | 1) => void;
  setCaption: (key: string, caption: string) => void;
  /** Removes sent files; those picked since then stay. */
  sent: (files: readonly PickedFile[]) => void;
};

/** The files of the next message of a conversation, at most ten. */
export function useAttachments(): Attachments {
  const [files, setFiles] = useState<readonly PickedFile[]>([]);
  const [leftOut, setLeftOut] = useState(0);
  const latest = useRef(files);
  latest.current = files;
  useEffect(() => () => latest.current.forEach(forgetPreview), []);

  const change = (key: string, edit: Partial<PickedFile>) =>
    setFiles((now) => now.map((file) => (file.key === key ? { ...file, ...edit } : file)));
  const prepare = async (key: string, file: File, asSticker: boolean) => {
    try {
      const { prepareFile } = await import('./prepare-file.ts');
      const result = await prepareFile(file, asSticker);
      if ('problem' in result) return change(key, { state: 'problem', problem: result.problem });
      change(key, { state: 'ready', prepared: result.prepared, sizeBytes: result.prepared.file.size });
    } catch {
      // The file was moved meanwhile, or its reader could not be loaded.
      change(key, { state: 'problem', problem: { why: 'damaged' } });
    }
  };

  return {
    files,
    leftOut,
    add(more, asSticker = false) {
      const room = Math.max(0, maxFiles - latest.current.length);
      const picked = more.slice(0, room).map((file) => ({ file, entry: pick(file) }));
      setLeftOut(more.length - picked.length);
      const entries = picked.map(({ entry }) => entry);
      // More files may be picked before these are rendered.
      latest.current = [...latest.current, ...entries];
      setFiles((now) => [...now, ...entries]);
      for (const { file, entry } of picked) void prepare(entry.key, file, asSticker);
    },
    remove(key) {
      const gone = latest.current.find((file) => file.key === key);
      if (gone !== undefined) forgetPreview(gone);
      setFiles((now) => now.filter((file) => file.key !== key));
      setLeftOut(0);
    },
    move: (key, step) => setFiles((now) => moved(now, key, step)),
    setCaption: (key, caption) => change(key, { caption }),
    sent(gone) {
      gone.forEach(forgetPreview);
      const keys = new Set(gone.map(({ key }) => key));
      latest.current = latest.current.filter(({ key }) => !keys.has(key));
      setFiles((now) => now.filter(({ key }) => !keys.has(key)));
      setLeftOut(0);
    },
  };
}

function pick(file: File): PickedFile {
  const isSeen = file.type.startsWith('image/') && file.type !== 'image/svg+xml';
  return {
    key: uuidv7(),
    name: file.name || 'file',
    sizeBytes: file.size,
    caption: '',
    previewUrl: isSeen ? URL.createObjectURL(file) : null,
    state: 'preparing',
  };
}

/** The files with one a place further; unchanged at either end. */
export function moved<T extends { key: string }>(files: readonly T[], key: string, step: -1 | 1): readonly T[] {
  const from = files.findIndex((file) => file.key === key);
  const file = files[from];
  const to = from + step;
  if (file === undefined || to < 0 || to >= files.length) return files;
  return files.toSpliced(from, 1).toSpliced(to, 0, file);
}

function forgetPreview({ previewUrl }: PickedFile): void {
  if (previewUrl !== null) releaseObjectUrl(previewUrl);
}
