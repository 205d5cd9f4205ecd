import { rm } from 'node:fs/promises';
import { detectType } from './detect-type.ts';
import { measureFilm } from './measure-film.ts';
import { measureSound } from './measure-sound.ts';
import { inspectPicture, type Picture, UnusablePicture, writeThumbnail } from './pictures.ts';
import type { ReceivedFile } from './receive-file.ts';

/** What was found out about a file by reading it. */
export type FileFacts = {
  mimeType: string;
  width: number | null;
  height: number | null;
  durationMs: number | null;
  animated: boolean;
  /** A small picture of it, in a file beside it. */
  thumbnailPath: string | null;
  /** Why a picture is no picture to us: it is kept as a file, never shown. */
  unusable: UnusablePicture['why'] | null;
  /** Whether a picture has eight bits a channel in red, green and blue. */
  plain: boolean;
};

const shownPictures = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);
/** Below this the picture itself is as quick as a small one of it. */
const thumbnailFromBytes = 60_000;

/** Looks into a received file. Never throws because of what the file holds. */
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
  if (facts.mimeType === 'audio/ogg') return { ...facts, durationMs: await measureSound(file.path) };
  if (/^(?:video|audio)\/(?:mp4|3gpp|quicktime)$/.test(facts.mimeType)) {
    const film = await measureFilm(file.path);
    const { width = null, height = null, durationMs = null } = film ?? {};
    return { ...facts, width, height, durationMs };
  }
  return facts;
}

async function inspectShown(file: ReceivedFile, facts: FileFacts): Promise<FileFacts> {
  const to = `${file.path}.webp`;
  try {
    const picture: Picture = await inspectPicture(file.path);
    const found = { ...facts, ...picture };
    if (picture.animated) return found;
    // Made of every picture: only reading all of it shows that it is whole.
    await writeThumbnail(file.path, to);
    if (file.sizeBytes < thumbnailFromBytes) {
      await rm(to, { force: true });
      return found;
    }
    return { ...found, thumbnailPath: to };
  } catch (error) {
    await rm(to, { force: true });
    if (!(error instanceof UnusablePicture)) throw error;
    return { ...facts, unusable: error.why };
  }
}
