export { forgetRecipients, rewriteAudiences } from './erase-recipients-repo.ts';
export { eraseFileRows, listFileCells, listFilesWithRows } from './files/file-rows-repo.ts';
export { moveRecipients, moveRecipientsBack } from './merge-recipients-repo.ts';
export { findFieldUsesInCampaigns, renameFieldInCampaigns } from './rename-field-repo.ts';
