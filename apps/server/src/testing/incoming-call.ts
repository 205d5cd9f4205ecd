import { signedHeaders } from '../platform/outbound/sign-webhook.ts';

export type IncomingAnswer = { status: number; body: Record<string, unknown> };

type Options = { id?: string; atMs?: number; headers?: Record<string, string> };

/** Posts a signed call to an incoming webhook, as another system does. @param body an object, or text as it is */
export async function callIncoming(
  url: string,
  secret: string,
  body: unknown,
  { id = crypto.randomUUID(), atMs = Date.now(), headers }: Options = {},
): Promise<IncomingAnswer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const signed = headers ?? signedHeaders(secret, id, Buffer.from(text), atMs);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signed },
    body: text,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
