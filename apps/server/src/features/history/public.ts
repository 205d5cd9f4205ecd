export { eraseFromHistory } from './erase.ts';
export { resealHistoryKeys } from './sources/key-repo.ts';
