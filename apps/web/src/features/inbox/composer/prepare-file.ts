import { type MediaKind, sendableMedia } from '@parley/contract/media';
import { type FileProblem, problemOf, ruleOf, sendableTypeOf } from '../bubble/media/file-kinds.ts';

/** A file as it will be sent. */
export type PreparedFile = {
  file: Blob;
  name: string;
  kind: MediaKind;
  width?: number;
  height?: number;
  durationMs?: number;
};

/** The maximum side of an image, pixels; WhatsApp scales photos below that anyway. */
const longestSide = 4096;
const jpegSteps = [0.9, 0.8, 0.7, 0.55];
const pictureBytes = sendableMedia['image/jpeg']?.maxBytes ?? 0;
/** A video whose size is not known within this time is sent without it, milliseconds. */
const filmWithinMs = 5_000;

/**
 * Prepares a file for WhatsApp: images of other types or too large are converted to JPEG (PNG with transparency), and
 * images and videos are measured for their bubble.
 * @param asSticker keeps a WebP as it is
 */
export async function prepareFile(
  file: File,
  asSticker: boolean,
): Promise<{ prepared: PreparedFile } | { problem: FileProblem }> {
  if (file.size === 0) return { problem: { why: 'empty' } };
  const isWebP = file.type === 'image/webp';
  if (file.type.startsWith('image/') && !(isWebP && asSticker)) return preparePicture(file);
  const problem = problemOf(file);
  if (problem !== null) return { problem };
  const kind = ruleOf(file)?.kind ?? 'document';
  const type = sendableTypeOf(file) ?? file.type;
  const typed = type === file.type ? file : new Blob([file], { type });
  const prepared: PreparedFile = { file: typed, name: file.name, kind };
  return { prepared: kind === 'video' ? { ...prepared, ...(await measureFilm(file)) } : prepared };
}

async function preparePicture(file: File): Promise<{ prepared: PreparedFile } | { problem: FileProblem }> {
  const bitmap = await createImageBitmap(file).catch(() => null); // This browser cannot decode the image.
  if (bitmap === null) return { problem: { why: ruleOf(file)?.kind === 'image' ? 'damaged' : 'type' } };
  const { width, height } = bitmap;
  try {
    if (problemOf(file) === null && ruleOf(file)?.kind === 'image' && Math.max(width, height) <= longestSide) {
      return { prepared: { file, name: file.name, kind: 'image', width, height } };
    }
    return await drawAnew(bitmap, file.name, file.type === 'image/png' || file.type === 'image/webp');
  } finally {
    bitmap.close();
  }
}

async function drawAnew(bitmap: ImageBitmap, name: string, maybeShinesThrough: boolean) {
  const stem = name.replace(/\.\w{1,5}$/, '') || 'picture';
  for (let side = longestSide; side >= 1024; side /= 2) {
    const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
    const [width, height] = [
      Math.max(1, Math.round(bitmap.width * scale)),
      Math.max(1, Math.round(bitmap.height * scale)),
    ];
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (context === null) break;
    context.drawImage(bitmap, 0, 0, width, height);
    if (maybeShinesThrough && shinesThrough(context, width, height)) {
      const png = await canvas.convertToBlob({ type: 'image/png' });
      if (png.size <= pictureBytes) return { prepared: made(png, `${stem}.png`, width, height) };
      continue;
    }
    for (const quality of jpegSteps) {
      const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality });
      if (jpeg.size <= pictureBytes) return { prepared: made(jpeg, `${stem}.jpg`, width, height) };
    }
  }
  return { problem: { why: 'large' as const, mostBytes: pictureBytes } };
}

const made = (file: Blob, name: string, width: number, height: number): PreparedFile => ({
  file,
  name,
  kind: 'image',
  width,
  height,
});

/** Whether the image has transparent pixels; checked in a small copy. */
function shinesThrough(context: OffscreenCanvasRenderingContext2D, width: number, height: number): boolean {
  const small = new OffscreenCanvas(64, 64).getContext('2d');
  if (small === null) return false;
  small.drawImage(context.canvas, 0, 0, width, height, 0, 0, 64, 64);
  const { data } = small.getImageData(0, 0, 64, 64);
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 255) < 250) return true;
  return false;
}

function measureFilm(file: Blob): Promise<{ width?: number; height?: number; durationMs?: number }> {
  const url = URL.createObjectURL(file);
  const film = document.createElement('video');
  film.preload = 'metadata';
  film.muted = true;
  return new Promise<{ width?: number; height?: number; durationMs?: number }>((resolve) => {
    film.onloadedmetadata = () => {
      const { videoWidth: width, videoHeight: height, duration } = film;
      const durationMs = Number.isFinite(duration) ? { durationMs: Math.round(duration * 1_000) } : {};
      resolve(width > 0 ? { width, height, ...durationMs } : durationMs);
    };
    film.onerror = () => resolve({});
    setTimeout(() => resolve({}), filmWithinMs);
    film.src = url;
  }).finally(() => {
    film.removeAttribute('src');
    URL.revokeObjectURL(url);
  });
}
