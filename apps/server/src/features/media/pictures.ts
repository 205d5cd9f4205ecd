import type sharp from 'sharp';

/** What a picture is made of, as far as it may be shown. */
export type Picture = {
  width: number;
  height: number;
  animated: boolean;
  /** Eight bits a channel, red, green and blue: what WhatsApp takes. */
  plain: boolean;
};

/** A picture that would need more memory than any photo does; about 8,000 by 5,000 pixels. */
export const mostPixels = 40_000_000;
/** Twice the largest box of a bubble, for screens with two pixels where there was one. */
const thumbnailBox = { width: 600, height: 640 };

/** The pixels are too many, or it is no picture that can be read. */
export class UnusablePicture extends Error {
  readonly why: 'too_many_pixels' | 'damaged';
  constructor(why: 'too_many_pixels' | 'damaged', cause?: unknown) {
    super(why, { cause });
    this.why = why;
  }
}

let loading: Promise<typeof sharp> | undefined;

/** Loaded with the first picture: the library and its thread pools are memory that an idle server does without. */
function library(): Promise<typeof sharp> {
  loading ??= import('sharp').then(({ default: loaded }) => {
    loaded.cache(false);
    loaded.concurrency(1);
    // Only readers of the four formats that are shown; those of drawings, papers and rarities stay shut.
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

/** One picture at a time: each may need the memory of all its pixels. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work, work);
  last = turn.catch(() => undefined); // whoever asked hears of it
  return turn;
}

const options = { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true } as const;

/** Sides of the squares that stand for people and accounts, pixels: twice the largest place they have. */
const squareSide = 192;

/**
 * The middle of a picture as a small WebP, upright, its first frame, without what cameras note beside it.
 * @throws UnusablePicture
 */
export async function squareOf(path: string): Promise<Buffer> {
  await inspectPicture(path);
  return inTurn(async () => {
    const open = await library();
    return open(path, options)
      .autoOrient()
      .resize({ width: squareSide, height: squareSide, fit: 'cover' })
      .webp({ quality: 80, effort: 4 })
      .timeout({ seconds: 20 })
      .toBuffer()
      .catch((error: unknown) => {
        throw new UnusablePicture('damaged', error);
      });
  });
}

/** Reads a picture's head. @throws UnusablePicture */
export async function inspectPicture(path: string): Promise<Picture> {
  const open = await library();
  // The limit counts when pixels are read; the head alone says it before any are.
  const head = await open(path, { ...options, limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw new UnusablePicture('damaged', error);
    });
  const { width, height } = head.autoOrient ?? head;
  const pages = head.pages ?? 1;
  if (head.width * head.height * Math.min(pages, 1_000) > mostPixels * 4 || width * height > mostPixels) {
    throw new UnusablePicture('too_many_pixels');
  }
  const plain = head.depth === 'uchar' && (head.space === 'srgb' || head.space === 'b-w');
  return { width, height, animated: pages > 1, plain };
}

/**
 * Writes a small WebP of a picture, upright and without what cameras note beside it.
 * @throws UnusablePicture
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
        throw new UnusablePicture('damaged', error);
      });
  });
}
