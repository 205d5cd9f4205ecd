/** Clients that others wrote against the platform, for tests of whatever answers like it. */
export { default as GreatDetail } from '@great-detail/whatsapp';
export { WhatsAppClient as Kapso } from '@kapso/whatsapp-cloud-api';
export { WhatsAppAPI } from 'whatsapp-api-js';
export * as Parts from 'whatsapp-api-js/messages';
