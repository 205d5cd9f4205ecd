import type { Readable } from 'node:stream';
import { firstAddress } from '@parley/contract/whatsapp-text';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import type { Job, JobKind } from '../../platform/jobs/runner.ts';
import type { Platform } from '../../platform/platform.ts';
import { addChanges } from '../sync/public.ts';
import { findChoice } from './choice-query.ts';
import { adPictureOf, hashOf, previewJob } from './enqueue-previews.ts';
import { deleteSurplus, findPreview, putPreview, type ReadPreview } from './preview-repo.ts';
import { readPage, requestPicture } from './read-page.ts';

export type ShownPreview = { url: string; title: string; description?: string; image_url?: string };

export type PreviewDependencies = {
  /** The text of a message; null when it has none any more. */
  findText(tx: TenantTx, messageId: string): Promise<{ text: string; outgoing: boolean } | null>;
  /** Shows a preview with a message that still has this text. @returns its new version; null when it has not */
  showPreview(tx: TenantTx, messageId: string, text: string, preview: ShownPreview): Promise<number | null>;
  /** What WhatsApp says of the ad or post that a message came from; null when it came from none. */
  findReferral(tx: TenantTx, messageId: string): Promise<Record<string, unknown> | null>;
  /** Shows the picture of the ad with a message. @returns its new version; null when nothing changed */
  showAdPicture(tx: TenantTx, messageId: string, picture: string): Promise<number | null>;
  /** A small square picture of an image. @throws AppError when it is none, or too large */
  receivePicture(body: Readable): Promise<Buffer>;
};

type Shown = { title: string; description: string | null; picture: string | null };

/** For the page and its picture together. */
const wholeMs = 15_000;

/** Reads the page that a message names or the picture of its ad, unless it is known or the account does not want it, and shows it there. */
export function readPreviewJob(platform: Platform, parts: PreviewDependencies): JobKind {
  const { withTenant } = platform.db;

  async function findPage(tx: TenantTx, messageId: string) {
    const message = await parts.findText(tx, messageId);
    const address = message === null ? null : firstAddress(message.text);
    if (message === null || address === null) return null;
    const choice = await findChoice(tx);
    if (choice === 'off' || (choice === 'outgoing' && !message.outgoing)) return null;
    const hash = hashOf(address);
    const show = (shownTx: TenantTx, { title, description, picture }: Shown) =>
      parts.showPreview(shownTx, messageId, message.text, {
        ...{ url: address, title },
        ...(description !== null && { description }),
        ...(picture !== null && { image_url: picture }),
      });
    return { address, hash, known: await findPreview(tx, hash), read: readWhole, show };
  }

  async function findAd(tx: TenantTx, messageId: string) {
    const address = adPictureOf(await parts.findReferral(tx, messageId));
    // An ad is the business's own, like what it sends.
    if (address === null || (await findChoice(tx)) === 'off') return null;
    const hash = hashOf(address);
    const show = async (shownTx: TenantTx, { picture }: Shown) =>
      picture === null ? null : parts.showAdPicture(shownTx, messageId, picture);
    return { address, hash, known: await findPreview(tx, hash), read: readAd, show };
  }

  function optionsOf(job: Job) {
    const { ALLOWED_PRIVATE_HOSTS: allowed } = platform.config;
    return { allowed, signal: AbortSignal.any([job.signal, AbortSignal.timeout(wholeMs)]) };
  }

  async function readAd(job: Job, address: string): Promise<ReadPreview> {
    const image = await readPicture(address, optionsOf(job));
    job.signal.throwIfAborted();
    return { title: image && '', description: null, image };
  }

  async function readWhole(job: Job, address: string): Promise<ReadPreview> {
    const options = optionsOf(job);
    const page = await readPage(address, options);
    job.signal.throwIfAborted();
    if (page === null) return { title: null, description: null, image: null };
    const image = page.imageUrl === null ? null : await readPicture(page.imageUrl, options);
    job.signal.throwIfAborted();
    return { title: page.title, description: page.description, image };
  }

  async function readPicture(url: string, options: Parameters<typeof requestPicture>[1]): Promise<Buffer | null> {
    const response = await requestPicture(url, options);
    if (response === null) return null;
    try {
      return await parts.receivePicture(response);
    } catch (error) {
      // The page is shown without it.
      if (!(error instanceof AppError)) platform.log.debug({ err: error }, 'previews: a picture could not be read');
      return null;
    } finally {
      response.destroy();
    }
  }

  return {
    name: previewJob,
    async run(job) {
      const messageId = job.payload['message_id'] ?? '';
      const find = job.payload['of'] === 'ad' ? findAd : findPage;
      const found = await withTenant(job.clientId, (tx) => find(tx, messageId), { readOnly: true });
      if (found === null) return undefined;
      const { address, hash, known, read, show } = found;
      const fetched = known === null ? await read(job, address) : null;
      const shown = await job.transaction(async (tx) => {
        const stored = fetched === null ? known : await putPreview(tx, hash, fetched);
        if (fetched !== null) await deleteSurplus(tx);
        if (stored === null || stored.title === null) return false;
        const picture = stored.image_id === null ? null : `/previews/${job.clientId}/${stored.image_id}`;
        const version = await show(tx, { title: stored.title, description: stored.description, picture });
        if (version === null) return false;
        await addChanges(tx, [{ collection: 'messages', id: messageId, marker: 'MODIFIED', version }]);
        return true;
      });
      if (shown) platform.notifier.notify('changes_new', job.clientId);
      return undefined;
    },
  };
}
