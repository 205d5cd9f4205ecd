export { eraseFromHistory } from './erase.ts';
