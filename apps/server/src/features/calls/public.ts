export {
  addCalls,
  dropUnplacedCalls,
  type EndedCall,
  endCalls,
  listAccountsOverdue,
  listOverdueCalls,
  type OverdueCall,
} from './call-repo.ts';
export { adoptCalls, type NamedCall, type ToldCall, tellCalls } from './outgoing-repo.ts';
export { addPermissions, type PermissionReply } from './permission-repo.ts';
