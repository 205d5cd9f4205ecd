import { signedHeaders } from '../../platform/outbound/sign-webhook.ts';
import { escapedBody, hubSignature } from './cloud-api/sign-body.ts';
import type { EndpointRow } from './endpoint-repo.ts';

/**
 * The bytes and headers of a delivery. @param secrets the present one first; WhatsApp's format has room for one
 * signature, so after a rotation the new secret signs at once.
 */
export function signedRequest(
  format: EndpointRow['format'],
  secrets: readonly string[],
  eventId: string,
  content: unknown,
  at: Date,
): { headers: Record<string, string>; body: Buffer } {
  if (format === 'cloud_api') {
    const body = escapedBody(content);
    return { body, headers: { 'x-hub-signature-256': hubSignature(secrets[0] ?? '', body) } };
  }
  const body = Buffer.from(JSON.stringify(content));
  const signed = secrets.map((secret) => signedHeaders(secret, eventId, body, at.getTime()));
  const signatures = signed.map((headers) => headers['webhook-signature']).join(' ');
  return { body, headers: { ...signed[0], 'webhook-signature': signatures } };
}
