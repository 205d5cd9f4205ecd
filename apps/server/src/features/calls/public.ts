export {
  addCalls,
  type EndedCall,
  endCalls,
  listAccountsOverdue,
  listOverdueCalls,
  type NewCall,
  type OverdueCall,
} from './call-repo.ts';
