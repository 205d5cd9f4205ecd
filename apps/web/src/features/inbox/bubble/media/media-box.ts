import type { MediaKind } from '@parley/contract/types';

/** The maximum size of an image or video in a bubble, and of a sticker, pixels. */
const pictureBox = { width: 300, height: 320 } as const;
const stickerBox = { width: 140, height: 140 } as const;

export type Box = { width: number; height: number };

/** The box of an image or video in a bubble; of the final size from the start, so that bubbles do not grow. */
export function boxOf(kind: MediaKind, width: number | undefined, height: number | undefined): Box {
  const most = kind === 'sticker' ? stickerBox : pictureBox;
  if (!width || !height) return { width: most.width, height: Math.round(most.width * (kind === 'sticker' ? 1 : 0.75)) };
  const scale = Math.min(1, most.width / width, most.height / height);
  return { width: Math.max(48, Math.round(width * scale)), height: Math.max(32, Math.round(height * scale)) };
}

/** The style of an element that fills its bubble and keeps the box's aspect ratio. */
export function shapeOf({ width, height }: Box): { inlineSize: string; aspectRatio: string } {
  return { inlineSize: `${width}px`, aspectRatio: `${width} / ${height}` };
}
