export { readRange } from './byte-range.ts';
export { enqueueCopies, enqueueCopyRetry } from './copy-media.ts';
export { deleteUnusedFiles, releaseMediaOf } from './delete-files-repo.ts';
export { cleanFilename } from './file-names.ts';
export { incomingFolder, removeObjects } from './file-store.ts';
export type { LinkedFile } from './find-link-problem.ts';
export { countFilesOfDay } from './hours-repo.ts';
export type { Screenshot } from './images.ts';
export { contentOfStored, insertImportedMedia, type StoredFile, storeBytes } from './imported-files-repo.ts';
export { createLinkChecker, type LinkChecker } from './link-checker.ts';
export type { PresentMedia } from './present-media.ts';
export type { ProviderUpload, ProviderUploads } from './provider-uploads.ts';
export type { NewCopy } from './repo.ts';
export { discardUpload, findMedia, findUploadOfMedia, forgetProviderUpload, type MediaRow } from './repo.ts';
export type { ScanUpload } from './scan-upload.ts';
export {
  contentForSending,
  describeUpload,
  findFileProblems,
  type HeaderFile,
  headerFileForSending,
} from './send-media.ts';
export { sendPicture } from './send-picture.ts';
export { createMediaServices, type MediaServices } from './services.ts';
export type { SharedFiles } from './shared-files.ts';
export { createStorage } from './storage/create-storage.ts';
export { requireMediaFolder } from './storage/media-folder.ts';
export { type MediaStorage, type ObjectName, readIfThere } from './storage/storage.ts';
export { storeStream } from './store-stream.ts';
export type { UploadedFile, UploadedFiles } from './uploaded-files.ts';
