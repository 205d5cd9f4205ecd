export { listInitialTemplates } from './lists.ts';
export { deleteUnusedReplies, insertPastReplies } from './past-replies-repo.ts';
export { applyTemplateUpdate, setTemplateStatus, type TemplateUpdateRow } from './provider-update-repo.ts';
export { findFieldUsesInReplies, findFieldUsesInTemplates, renameFieldInReplies } from './rename-field.ts';
export { findSendableTemplate, findTemplates } from './repo.ts';
export { fileForSending, type HeaderFile, templateForSending, withUploadedHeader } from './send-template.ts';
export { ourStatus } from './status.ts';
export { enqueueTemplateSync } from './sync-job.ts';
