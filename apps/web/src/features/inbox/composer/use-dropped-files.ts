import { type DragEvent, useRef, useState } from 'react';

/** Handles files dragged over a part of the page and dropped there. */
export function useDroppedFiles(onFiles: ((files: readonly File[]) => void) | undefined) {
  const [over, setOver] = useState(false);
  // Enter and leave events of children count too.
  const depth = useRef(0);
  const leave = () => {
    depth.current = 0;
    setOver(false);
  };
  // A dialog over the conversation takes its own files.
  const isOfDialog = ({ target }: DragEvent) => target instanceof Element && target.closest('dialog') !== null;
  const bringsFiles = (event: DragEvent) =>
    onFiles !== undefined && event.dataTransfer.types.includes('Files') && !isOfDialog(event);
  return {
    over,
    props: {
      onDragEnter(event: DragEvent) {
        if (!bringsFiles(event)) return;
        depth.current += 1;
        setOver(true);
      },
      onDragOver(event: DragEvent) {
        if (bringsFiles(event)) event.preventDefault();
      },
      onDragLeave(event: DragEvent) {
        if (!bringsFiles(event)) return;
        depth.current -= 1;
        if (depth.current <= 0) leave();
      },
      onDrop(event: DragEvent) {
        if (!bringsFiles(event)) return;
        event.preventDefault();
        leave();
        onFiles?.([...event.dataTransfer.files]);
      },
    },
  };
}
