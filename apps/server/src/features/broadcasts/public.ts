export { forgetRecipients, rewriteAudiences } from './erase-recipients-repo.ts';
export { moveRecipients, moveRecipientsBack } from './merge-recipients-repo.ts';
export { renameFieldInCampaigns } from './rename-field-repo.ts';
