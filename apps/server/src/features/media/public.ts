export { enqueueCopies, enqueueCopyRetry } from './copy-media.ts';
export { deleteUnusedFiles, releaseMediaOf } from './delete-files-repo.ts';
export { cleanFilename } from './file-names.ts';
export { removeObjects } from './file-store.ts';
export type { Screenshot } from './images.ts';
export type { PresentMedia } from './present-media.ts';
export type { ProviderUpload, ProviderUploads } from './provider-uploads.ts';
export type { NewCopy } from './repo.ts';
export { forgetProviderUpload } from './repo.ts';
export type { ScanUpload } from './scan-upload.ts';
export {
  contentForSending,
  type HeaderFile,
  headerFileForSending,
  knownProviderId,
  type StoredHeaderFile,
} from './send-media.ts';
export { createMediaServices } from './services.ts';
export type { SharedFiles } from './shared-files.ts';
export { requireMediaFolder } from './storage/media-folder.ts';
export type { MediaStorage } from './storage/storage.ts';
export type { UploadedFiles } from './uploaded-files.ts';
