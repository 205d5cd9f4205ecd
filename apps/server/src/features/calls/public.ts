export {
  addCalls,
  type EndedCall,
  endCalls,
  listAccountsOverdue,
  listOverdueCalls,
  type OverdueCall,
} from './call-repo.ts';
