import { rm } from 'node:fs/promises';
import { detectType, unknownType } from './detect-type.ts';
import { type ImageFacts, inspectImage, UnusableImage, writeThumbnail } from './images.ts';
import { type MediaMeasures, measureMedia } from './measure.ts';
import type { ReceivedFile } from './receive-file.ts';

/** The result of inspecting a file. */
export type FileFacts = {
  mimeType: string;
  width: number | null;
  height: number | null;
  durationMs: number | null;
  animated: boolean;
  /** The path of its thumbnail. */
  thumbnailPath: string | null;
  /** Why an image cannot be displayed; it is stored as a plain file. */
  unusable: UnusableImage['reason'] | null;
  /** Whether an image has eight bits per channel in RGB. */
  plain: boolean;
};

const shownPictures = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);
const measured = /^(?:video|audio)\/(?:mp4|3gpp|quicktime|ogg)$/;
/** A smaller image needs no thumbnail. */
const thumbnailFromBytes = 60_000;

/** Inspects a received file. Never throws because of its content. */
export async function inspectFile(file: ReceivedFile, filename: string | null): Promise<FileFacts> {
  const facts: FileFacts = {
    mimeType: await detectType(file.path, filename),
    width: null,
    height: null,
    durationMs: null,
    animated: false,
    thumbnailPath: null,
    unusable: null,
    plain: true,
  };
  if (shownPictures.has(facts.mimeType)) return inspectShown(file, facts);
  if (!measured.test(facts.mimeType)) return facts;
  const measures = await measureMedia(file.path);
  const { width = null, height = null, durationMs = null } = measures ?? {};
  return { ...facts, mimeType: typeByTracks(facts.mimeType, measures), width, height, durationMs };
}

/** Video and audio share containers, and only their tracks tell them apart. A video that cannot be read is none. */
function typeByTracks(mimeType: string, measures: MediaMeasures | null): string {
  if (!mimeType.startsWith('video/')) return mimeType;
  if (measures === null) return unknownType;
  return measures.hasVideoTrack ? mimeType : 'audio/mp4';
}

async function inspectShown(file: ReceivedFile, facts: FileFacts): Promise<FileFacts> {
  const to = `${file.path}.webp`;
  try {
    const picture: ImageFacts = await inspectImage(file.path);
    const found = { ...facts, ...picture };
    if (picture.animated) return found;
    // Created for every image: only decoding all of it proves that it is complete.
    await writeThumbnail(file.path, to);
    if (file.sizeBytes < thumbnailFromBytes) {
      await rm(to, { force: true });
      return found;
    }
    return { ...found, thumbnailPath: to };
  } catch (error) {
    await rm(to, { force: true });
    if (!(error instanceof UnusableImage)) throw error;
    return { ...facts, unusable: error.reason };
  }
}
