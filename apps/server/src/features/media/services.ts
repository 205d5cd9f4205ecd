import { Readable } from 'node:stream';
import { maxLinkPictureBytes, maxScreenshotBytes } from '@parley/contract/media';
import type { FastifyRequest } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import { createFileStore, type FileStore } from './file-store.ts';
import { createAvatar, createScreenshot, type Screenshot } from './images.ts';
import { createMediaPresenter, type PresentMedia } from './present-media.ts';
import { createProviderUploads, type ProviderUploads } from './provider-uploads.ts';
import { type Avatar, receiveAvatar } from './receive-avatar.ts';
import { receiveImage } from './receive-image.ts';
import { createScanner, type Scanner } from './scan/scanner.ts';
import { createScanUpload, type ScanUpload } from './scan-upload.ts';
import { createSharedFiles, type SharedFiles } from './shared-files.ts';
import { createMediaUrls, type MediaUrls } from './signed-urls.ts';
import { createStorage } from './storage/create-storage.ts';
import type { MediaStorage } from './storage/storage.ts';
import { createUploadedFiles, type UploadedFiles } from './uploaded-files.ts';

/** The functions of media that other features use. */
export type MediaServices = {
  storage: MediaStorage;
  scanner: Scanner | null;
  fileStore: FileStore;
  urls: MediaUrls;
  present: PresentMedia;
  sharedFiles: SharedFiles;
  uploads: ProviderUploads;
  uploadedFiles: UploadedFiles;
  scanUpload: ScanUpload;
  receiveAvatar(request: FastifyRequest): Promise<Avatar>;
  /** Makes a small square picture of an image of a web page. @throws AppError */
  receiveLinkPicture(body: Readable): Promise<Buffer>;
  /** Makes a picture of a screen of some bytes. @throws AppError naming `field` */
  receiveScreenshot(bytes: Buffer, field: string): Promise<Screenshot>;
};

export function createMediaServices(platform: Platform): MediaServices {
  const storage = createStorage(platform.config);
  const scanner = createScanner(platform.config);
  const fileStore = createFileStore(platform, storage, scanner);
  const urls = createMediaUrls(platform);
  return {
    storage,
    scanner,
    fileStore,
    urls,
    present: createMediaPresenter(platform, urls),
    sharedFiles: createSharedFiles(platform, urls),
    uploads: createProviderUploads(platform, storage),
    uploadedFiles: createUploadedFiles(platform, storage),
    scanUpload: createScanUpload(fileStore, scanner),
    receiveAvatar: (request) => receiveAvatar(fileStore, request),
    receiveLinkPicture: (body) =>
      receiveImage(fileStore, body, createAvatar, { maxBytes: maxLinkPictureBytes, field: 'image' }),
    receiveScreenshot: (bytes, field) =>
      receiveImage(fileStore, Readable.from([bytes]), createScreenshot, { maxBytes: maxScreenshotBytes, field }),
  };
}
