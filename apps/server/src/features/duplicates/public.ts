export { eraseFromMerges } from './merge-repo.ts';
