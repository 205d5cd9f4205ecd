export { listInitialTemplates } from './lists.ts';
export { applyTemplateUpdate, setTemplateStatus, type TemplateUpdateRow } from './provider-update-repo.ts';
export { findSendableTemplate, findTemplates } from './repo.ts';
export { templateForSending } from './send-template.ts';
export { enqueueTemplateSync } from './sync-job.ts';
