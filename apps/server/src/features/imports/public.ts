export { readPhone } from './check/phone-reader.ts';
export {
  deleteChangesOf,
  eraseFromImportDetails,
  type ImportPage,
  listImportPages,
  rewritePage,
} from './erase-repo.ts';
export { pageRows } from './import-repo.ts';
export { renameFieldInImports } from './rename-field-repo.ts';
export { resealImportSources } from './sources/source-secrets.ts';
