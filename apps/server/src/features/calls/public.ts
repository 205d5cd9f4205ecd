export {
  addCalls,
  type CallRow,
  dropUnplacedCalls,
  type EndedCall,
  endCalls,
  findCalls,
  isRinging,
  listAccountsOverdue,
  listMembersThere,
  listOverdueCalls,
  type OverdueCall,
} from './call-repo.ts';
export { adoptCalls, type NamedCall, type ToldCall, tellCalls } from './outgoing-repo.ts';
export { addPermissions, type PermissionReply } from './permission-repo.ts';
export { ringsFor } from './present.ts';
