import { type DragEvent, useRef, useState } from 'react';

/** Files dragged over a part of the page and let go there. */
export function useDroppedFiles(onFiles: ((files: readonly File[]) => void) | undefined) {
  const [over, setOver] = useState(false);
  // Every child that is entered and left counts too.
  const depth = useRef(0);
  const leave = () => {
    depth.current = 0;
    setOver(false);
  };
  const bringsFiles = (event: DragEvent) => onFiles !== undefined && event.dataTransfer.types.includes('Files');
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
