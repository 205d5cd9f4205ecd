export { resealEndpointSecrets } from './secrets.ts';
