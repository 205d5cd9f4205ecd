import type sharp from 'sharp';

/** The properties of an image that can be displayed. */
export type ImageFacts = {
  width: number;
  height: number;
  animated: boolean;
  /** Eight bits per channel in RGB, as WhatsApp requires. */
  plain: boolean;
};

/** About 8,000 by 5,000 pixels; a larger image would need more memory than any photo. */
export const maxPixels = 40_000_000;
/** Twice the largest box in a message, for screens with double resolution. */
const thumbnailBox = { width: 600, height: 640 };

/** The image has too many pixels or cannot be read. */
export class UnusableImage extends Error {
  readonly reason: 'too_many_pixels' | 'damaged';
  constructor(reason: 'too_many_pixels' | 'damaged', cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

let loading: Promise<typeof sharp> | undefined;

/** Loaded with the first image: an idle server does not need the memory of the library and its thread pools. */
function library(): Promise<typeof sharp> {
  loading ??= import('sharp').then(({ default: loaded }) => {
    loaded.cache(false);
    loaded.concurrency(1);
    // Only decoders of the four displayed formats; those of SVG, PDF and others stay blocked.
    loaded.block({ operation: ['VipsForeignLoad'] });
    loaded.unblock({
      operation: [
        'VipsForeignLoadJpegFile',
        'VipsForeignLoadPngFile',
        'VipsForeignLoadWebpFile',
        'VipsForeignLoadNsgifFile',
      ],
    });
    return loaded;
  });
  return loading;
}

let last: Promise<unknown> = Promise.resolve();

/** One image at a time: each may need the memory of all its pixels. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work, work);
  last = turn.catch(() => undefined); // The caller gets the error.
  return turn;
}

const options = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true } as const;

/** The side of avatars and logos in pixels: twice the largest size on screens. */
const avatarSide = 192;

/**
 * Crops the first frame of an image to a small square WebP, upright and without metadata.
 * @throws UnusableImage
 */
export async function createAvatar(path: string): Promise<Buffer> {
  await inspectImage(path);
  return inTurn(async () => {
    const open = await library();
    return open(path, options)
      .autoOrient()
      .resize({ width: avatarSide, height: avatarSide, fit: 'cover' })
      .webp({ quality: 80, effort: 4 })
      .timeout({ seconds: 20 })
      .toBuffer()
      .catch((error: unknown) => {
        throw new UnusableImage('damaged', error);
      });
  });
}

export type Screenshot = { bytes: Buffer; width: number; height: number };

/** More pixels than most screens have. */
const screenshotBox = { width: 2_560, height: 4_096 };

/**
 * Encodes a screenshot again as WebP, upright and without metadata.
 * @throws UnusableImage
 */
export async function createScreenshot(path: string): Promise<Screenshot> {
  await inspectImage(path);
  return inTurn(async () => {
    const open = await library();
    const { data, info } = await open(path, options)
      .autoOrient()
      .resize({ ...screenshotBox, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 84, effort: 3 })
      .timeout({ seconds: 20 })
      .toBuffer({ resolveWithObject: true })
      .catch((error: unknown) => {
        throw new UnusableImage('damaged', error);
      });
    return { bytes: data, width: info.width, height: info.height };
  });
}

/** Reads the header of an image. @throws UnusableImage */
export async function inspectImage(path: string): Promise<ImageFacts> {
  const open = await library();
  // The library applies its limit when it decodes pixels; the header tells the size before that.
  const head = await open(path, { ...options, limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw new UnusableImage('damaged', error);
    });
  const { width, height } = head.autoOrient ?? head;
  const pages = head.pages ?? 1;
  if (head.width * head.height * Math.min(pages, 1_000) > maxPixels * 4 || width * height > maxPixels) {
    throw new UnusableImage('too_many_pixels');
  }
  const plain = head.depth === 'uchar' && (head.space === 'srgb' || head.space === 'b-w');
  return { width, height, animated: pages > 1, plain };
}

/**
 * Writes a thumbnail of an image as WebP, upright and without metadata.
 * @throws UnusableImage
 */
export function writeThumbnail(path: string, to: string): Promise<void> {
  return inTurn(async () => {
    const open = await library();
    await open(path, options)
      .autoOrient()
      .resize({ ...thumbnailBox, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 72, effort: 2 })
      .timeout({ seconds: 20 })
      .toFile(to)
      .catch((error: unknown) => {
        throw new UnusableImage('damaged', error);
      });
  });
}
