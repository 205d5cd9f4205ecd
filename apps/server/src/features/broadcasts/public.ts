export { findFieldUsesInCampaigns, renameFieldInCampaigns } from './core/rename-field-repo.ts';
export { eraseFileRows, listFileCells, listFilesWithRows } from './files/file-rows-repo.ts';
export { forgetRecipients, rewriteAudiences } from './recipients/erase-recipients-repo.ts';
export { moveRecipients, moveRecipientsBack } from './recipients/merge-recipients-repo.ts';
