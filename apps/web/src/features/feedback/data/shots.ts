import { maxScreenshotBytes } from '@parley/contract/media';

/** An area of a picture, in shares of its width and height. */
export type Area = { id: string; kind: 'blur' | 'mark'; x: number; y: number; width: number; height: number };

/** A screenshot as it was given, and what was drawn on it. */
export type Shot = { id: string; original: Blob; areas: Area[] };

/** What is sent of a screenshot: blurred areas hold none of the original's pixels. */
export type FlatShot = { base64: string; sizeBytes: number; width: number; height: number };

export const smallest = 0.02;
const maxWidth = 1_920;
const maxHeight = 3_000;
/** Blocks over the shorter side of a blurred area: text in it cannot be read. */
const blocks = 4;

const clamp = (value: number, from: number, to: number) => Math.min(Math.max(value, from), to);

/** Moves or resizes an area; it stays inside the picture. */
export function placeArea(area: Area, change: Partial<Pick<Area, 'x' | 'y' | 'width' | 'height'>>): Area {
  const next = { ...area, ...change };
  const width = clamp(next.width, smallest, 1);
  const height = clamp(next.height, smallest, 1);
  return { ...next, width, height, x: clamp(next.x, 0, 1 - width), y: clamp(next.y, 0, 1 - height) };
}

/** The area between two points of the picture. */
export function areaBetween(
  area: Pick<Area, 'id' | 'kind'>,
  from: { x: number; y: number },
  to: { x: number; y: number },
): Area {
  const x = Math.min(from.x, to.x);
  const y = Math.min(from.y, to.y);
  return placeArea(
    { ...area, x, y, width: 0, height: 0 },
    { width: Math.abs(from.x - to.x), height: Math.abs(from.y - to.y) },
  );
}

/** Draws the areas into the picture and makes it small enough to send. @throws when the browser cannot read it */
export async function flattenShot({ original, areas }: Shot): Promise<FlatShot> {
  const bitmap = await createImageBitmap(original);
  const scale = Math.min(1, maxWidth / bitmap.width, maxHeight / bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser cannot draw pictures.');
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  for (const area of areas.filter(({ kind }) => kind === 'blur')) blur(context, area);
  for (const area of areas.filter(({ kind }) => kind === 'mark')) mark(context, area);
  for (const quality of [0.9, 0.7, 0.5, 0.3]) {
    const blob = await toBlob(canvas, quality);
    if (blob.size > maxScreenshotBytes) continue;
    const base64 = toBase64(new Uint8Array(await blob.arrayBuffer()));
    return { base64, sizeBytes: blob.size, width: canvas.width, height: canvas.height };
  }
  throw new Error('This picture is too large.');
}

function pixelsOf({ canvas }: CanvasRenderingContext2D, area: Area) {
  return {
    x: Math.floor(area.x * canvas.width),
    y: Math.floor(area.y * canvas.height),
    width: Math.ceil(area.width * canvas.width),
    height: Math.ceil(area.height * canvas.height),
  };
}

function blur(context: CanvasRenderingContext2D, area: Area): void {
  const { x, y, width, height } = pixelsOf(context, area);
  const block = Math.max(1, Math.min(width, height) / blocks);
  const small = document.createElement('canvas');
  small.width = Math.max(1, Math.round(width / block));
  small.height = Math.max(1, Math.round(height / block));
  small.getContext('2d')?.drawImage(context.canvas, x, y, width, height, 0, 0, small.width, small.height);
  context.imageSmoothingEnabled = true;
  context.drawImage(small, 0, 0, small.width, small.height, x, y, width, height);
}

function mark(context: CanvasRenderingContext2D, area: Area): void {
  const { x, y, width, height } = pixelsOf(context, area);
  context.strokeStyle = '#c62f2f';
  context.lineWidth = Math.max(2, context.canvas.width / 400);
  context.strokeRect(x, y, width, height);
}

function toBlob(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const type = 'image/webp';
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be encoded.'))),
      type,
      quality,
    );
  });
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}
