/** Where the phone's share menu sends, as the manifest says, and where what was shared waits until it is taken. */
export const shareTarget = { action: '/share', cache: 'parley-shared', entry: '/shared' } as const;

/** What the phone's share menu passed on: texts in one, and the files. */
export type SharedContent = { text: string; files: File[] };

/** Keeps what was shared and leads on to the inbox, which asks for whom it is. No server sees it before. */
export async function answerShare(request: Request): Promise<Response> {
  const { action: _action, cache: name, entry } = shareTarget;
  const form = await request.formData();
  const texts = ['title', 'text', 'url'].map((part) => form.get(part)).filter((part) => typeof part === 'string');
  const text = [...new Set(texts.map((part) => part.trim()))].filter((part) => part !== '').join('\n');
  const files = form.getAll('files').filter((file) => file instanceof File && file.size > 0) as File[];
  await caches.delete(name);
  const cache = await caches.open(name);
  const kept = new FormData();
  kept.set('text', text);
  for (const file of files) kept.append('files', file, file.name);
  await cache.put(entry, new Response(kept));
  return Response.redirect('/inbox?shared=1', 303);
}
