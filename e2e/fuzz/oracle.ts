import type { Delivery } from './deliveries.ts';

/** Where a message belongs, read from a delivery as plainly as can be: only where nothing can be doubted. */
export type Belongs = { phoneNumberId: string; from: string };

type Bag = Record<string, unknown>;
const bags = (value: unknown): Bag[] =>
  Array.isArray(value)
    ? value.filter((one): one is Bag => typeof one === 'object' && one !== null && !Array.isArray(one))
    : [];
const bag = (value: unknown): Bag => bags([value])[0] ?? {};

/**
 * Notes for each message id that a delivery brings where it belongs. The same id may come again in another delivery, for
 * another number or from somebody else: each is right, since only the first of them on a number is kept.
 */
export function note(belongs: Map<string, Belongs[]>, { body }: Delivery): void {
  let parsed: Bag;
  try {
    parsed = bag(JSON.parse(body.toString('utf8')));
  } catch {
    // Not JSON: nothing of it may become a message, which the notes of nobody say.
    return;
  }
  for (const entry of bags(parsed['entry'])) {
    for (const change of bags(entry['changes'])) {
      const value = bag(change['value']);
      const phoneNumberId = String(bag(value['metadata'])['phone_number_id'] ?? '');
      for (const message of bags(value['messages'])) add(message['id'], message['from']);
      for (const echo of bags(value['message_echoes'])) add(echo['id'], echo['to']);
      for (const chunk of bags(value['history'])) {
        for (const thread of bags(chunk['threads'])) {
          for (const message of bags(thread['messages'])) {
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
