export { checkFilter, filterVisible, selectionOf, tableContextOf } from './bulk/bulk.ts';
export { eraseFromBulkOperations } from './bulk/bulk-repo.ts';
export { contactsAsCsv } from './bulk/export.ts';
export { forgetExportFiles } from './bulk/export-repo.ts';
export { normalizeFieldValue } from './fields/field-rules.ts';
export { type FieldUser, usedFields } from './fields/field-uses.ts';
export { ensureFields, type Fields, lockFields, publishFields, readFields } from './fields/fields.ts';
export { parseYesNo, plainWord, wordSet } from './fields/yes-no.ts';
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
export { type AutomaticMerge, automaticMergeKind, enqueueAutomaticMerges } from './people/automatic-merge-queue.ts';
export { changeContactLists, recordKeywordOptOut, setContactField, setKeywordOptOut } from './people/change-contact.ts';
export {
  addKnownNumber,
  changeContactIdentity,
  findConflictingContacts,
  type Identity,
} from './people/change-identity-repo.ts';
export { contactNotFound, lockVisibleContact, requireVisibleNumbers } from './people/contacts.ts';
export {
  type ContactInput,
  ensureContacts,
  fillContactNames,
  identityKey,
  setGroupName,
} from './people/ensure-contacts-repo.ts';
export {
  deleteContactData,
  type ErasureSubject,
  findErasureSubject,
  hideContacts,
  listContactNames,
} from './people/erase-contacts-repo.ts';
export {
  freeRetiredNumbers,
  insertImportedContacts,
  recordImportedOptOuts,
  revertImportedContacts,
  updateImportedContacts,
} from './people/import-contacts-repo.ts';
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
} from './people/merge-contacts-repo.ts';
export { fillPastFields } from './people/past-fields-repo.ts';
export { contactsInOrder, presentLists } from './people/present.ts';
export { clearBlockedByUs, clearUnreachable, type Reachability, setReachability } from './people/reachability-repo.ts';
export { type ContactRow, findContacts, findContactsByKey } from './people/repo.ts';
export { deleteSandboxContacts, ensureSandboxContacts } from './people/sandbox-contacts.ts';
export { saveReceivedContact } from './people/save-received-contact.ts';
export { lockOptOut, setSuppression } from './people/suppression-repo.ts';
export { readTimePosition, timePage } from './people/time-page.ts';
export { writeAndNotify } from './people/write.ts';
export { recordActivity } from './query/activity-repo.ts';
export { joinPhoneOwner, selectContactIds, selectionCondition, visibilityCondition } from './query/audience-repo.ts';
export {
  countFieldUses,
  deleteField,
  forgetFieldCount,
  listFieldRows,
} from './query/field-repo.ts';
export { Parameters } from './query/filter-repo.ts';
export { renameInFilter } from './query/filter-rules.ts';
export { stagesOf } from './query/recipient-stages.ts';
export {
  type ContactSearch,
  contactSearchCondition,
  contactSearchPatterns,
  contactSearchTest,
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
export { findSegments } from './segments/segment-repo.ts';
