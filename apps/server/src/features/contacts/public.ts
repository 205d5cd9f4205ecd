export { recordActivity } from './activity-repo.ts';
export { type AutomaticMerge, automaticMergeKind, enqueueAutomaticMerges } from './automatic-merge-queue.ts';
export { checkFilter, filterVisible, selectionOf, tableContextOf } from './bulk/bulk.ts';
export { eraseFromBulkOperations } from './bulk/bulk-repo.ts';
export { contactsAsCsv } from './bulk/export.ts';
export { forgetExportFiles } from './bulk/export-repo.ts';
export { changeContactLists, recordKeywordOptOut, setContactField, setKeywordOptOut } from './change-contact.ts';
export {
  addKnownNumber,
  changeContactIdentity,
  findConflictingContacts,
  type Identity,
} from './change-identity-repo.ts';
export { contactNotFound, lockVisibleContact, requireVisibleNumbers } from './contacts.ts';
export {
  type ContactInput,
  ensureContacts,
  fillContactNames,
  identityKey,
} from './ensure-contacts-repo.ts';
export {
  deleteContactData,
  type ErasureSubject,
  findErasureSubject,
  hideContacts,
  listContactNames,
} from './erase-contacts-repo.ts';
export {
  countFieldUses,
  deleteField,
  forgetFieldCount,
  listFieldRows,
} from './fields/field-repo.ts';
export { normalizeFieldValue } from './fields/field-rules.ts';
export { type FieldUser, usedFields } from './fields/field-uses.ts';
export { ensureFields, type Fields, lockFields, publishFields, readFields } from './fields/fields.ts';
export {
  freeRetiredNumbers,
  insertImportedContacts,
  recordImportedOptOuts,
  revertImportedContacts,
  updateImportedContacts,
} from './import-contacts-repo.ts';
export { splitListNames } from './lists/list-cell.ts';
export {
  addMemberships,
  addToLists,
  deleteList,
  findLists,
  findListsByName,
  findMemberships,
  hideList,
  insertList,
  listLists,
  type Membership,
  removeFromLists,
} from './lists/list-repo.ts';
export {
  clearMergedContacts,
  findMergeSuccessor,
  lockMergeStates,
  type MergeState,
  type MovedIdentity,
  markMerged,
  moveAllIdentities,
  moveHistory,
  moveIdentitiesBack,
  type SuppressionState,
  unmarkMerged,
  writeMergeState,
} from './merge-contacts-repo.ts';
export { contactsInOrder, presentLists } from './present.ts';
export { joinPhoneOwner, selectContactIds, selectionCondition, visibilityCondition } from './query/audience-repo.ts';
export { Parameters } from './query/filter-repo.ts';
export { renameInFilter } from './query/filter-rules.ts';
export {
  type ContactSearch,
  contactSearchCondition,
  contactSearchPatterns,
  findContactIds,
  parseContactSearch,
} from './query/search-repo.ts';
export {
  allowWholeScans,
  type ContactSelection,
  forbidWholeScans,
  forceCustomPlans,
  reusePlans,
  type TableContext,
  unnamedStatement,
} from './query/selection-repo.ts';
export { visibilityScopeOf } from './query/visibility-scope.ts';
export { clearBlockedByUs, clearUnreachable, type Reachability, setReachability } from './reachability-repo.ts';
export { type ContactRow, findContacts, findContactsByKey } from './repo.ts';
export { deleteSandboxContacts, ensureSandboxContacts } from './sandbox-contacts.ts';
export { saveReceivedContact } from './save-received-contact.ts';
export { findSegments } from './segments/segment-repo.ts';
export { lockOptOut, setSuppression } from './suppression-repo.ts';
export { readTimePosition, timePage } from './time-page.ts';
export { writeAndNotify } from './write.ts';
