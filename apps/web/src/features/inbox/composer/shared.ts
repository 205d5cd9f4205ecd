import { createStore } from '../../../platform/store.ts';

/** What another app of the phone shared with this one. */
export type Shared = { text: string; files: File[] };

/** As the service worker keeps it. */
const cacheName = 'parley-shared';
const entry = '/shared';

/** @returns null when nothing waits */
export async function readShared(): Promise<Shared | null> {
  const kept = await (await caches.open(cacheName)).match(entry);
  const form = await kept?.formData().catch(() => null);
  if (form == null) return null;
  const files = form.getAll('files').filter((file) => file instanceof File);
  const text = String(form.get('text') ?? '');
  return text === '' && files.length === 0 ? null : { text, files };
}

/** Forgets what waits: it was taken, or is not wanted. */
export async function forgetShared(): Promise<void> {
  await caches.delete(cacheName);
}

/** What is put into the field of a conversation once it is open. */
export const useSharedFor = createStore<(Shared & { threadId: string }) | null>(null);
