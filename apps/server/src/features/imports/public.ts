export { parsePhoneCell } from './check/phone-problems.ts';
export { readPhone } from './check/phone-reader.ts';
export { SeenNumbers } from './check/row-rules.ts';
export {
  deleteChangesOf,
  eraseFromImportDetails,
  type ImportPage,
  listImportPages,
  rewritePage,
} from './erase-repo.ts';
export { pageRows } from './import-repo.ts';
export { FileProblem } from './read/detect.ts';
export { suggestMapping } from './read/mapping-rules.ts';
export { type ReadSettings, readRows } from './read/read-rows.ts';
export { type ReadPart, readSettingsOf, storedBytes } from './read/stored-file.ts';
export { renameFieldInImports } from './rename-field-repo.ts';
export { requireAddress } from './sources/address.ts';
export { resealImportSources } from './sources/source-secrets.ts';
