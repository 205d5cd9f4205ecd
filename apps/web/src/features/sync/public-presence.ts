export { ownPresence } from './data/own-presence.ts';
