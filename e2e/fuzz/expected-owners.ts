import type { Delivery } from './deliveries.ts';

/** The owner of a message, parsed from a delivery as plainly as possible: only where it is certain. */
export type MessageOwner = { phoneNumberId: string; from: string };

type JsonObject = Record<string, unknown>;
const objectsIn = (value: unknown): JsonObject[] =>
  Array.isArray(value)
    ? value.filter((one): one is JsonObject => typeof one === 'object' && one !== null && !Array.isArray(one))
    : [];
const toObject = (value: unknown): JsonObject => objectsIn([value])[0] ?? {};

/**
 * Records the owner of each message id of a delivery. The same id may occur again in another delivery, for another
 * number or from another sender: each is valid, because only the first of them on a number is stored.
 */
export function recordOwners(belongs: Map<string, MessageOwner[]>, { body }: Delivery): void {
  let parsed: JsonObject;
  try {
    parsed = toObject(JSON.parse(body.toString('utf8')));
  } catch {
    // Not JSON: it must not become a message, so no owner is recorded.
    return;
  }
  for (const entry of objectsIn(parsed['entry'])) {
    for (const change of objectsIn(entry['changes'])) {
      const value = toObject(change['value']);
      const phoneNumberId = String(toObject(value['metadata'])['phone_number_id'] ?? '');
      for (const message of objectsIn(value['messages'])) add(message['id'], message['from']);
      for (const echo of objectsIn(value['message_echoes'])) add(echo['id'], echo['to']);
      for (const chunk of objectsIn(value['history'])) {
        for (const thread of objectsIn(chunk['threads'])) {
          for (const message of objectsIn(thread['messages'])) {
            add(message['id'], message['from']);
            add(message['id'], thread['id']);
          }
        }
      }
      function add(id: unknown, from: unknown): void {
        const key = String(id);
        const list = belongs.get(key) ?? [];
        list.push({ phoneNumberId, from: String(from ?? '').replaceAll(/[\s+()-]/g, '') });
        belongs.set(key, list);
      }
    }
  }
}
