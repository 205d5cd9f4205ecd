import { kindLimit, mediaKinds, typesOf } from '../graph/media-limits.ts';
import { isJsonObject, type JsonObject } from '../graph/shape.ts';
import { fetchFile } from '../http/fetch-file.ts';
import { type Account, clockOf } from '../storage/accounts.ts';
import type { Message } from '../storage/messages.ts';
import type { Core, Links } from './core.ts';
import { openMediaWriter } from './store-media.ts';

/** How long the platform caches a linked file. */
const cachedMs = 10 * 60_000;
const maxStoredAddresses = 1_000;
/** The timeout of a file; after a restart it is fetched again. */
const patienceMs = 60_000;
const againMs = 2 * patienceMs;

/** A file of a message with a URL. */
interface Linked {
  kind: string;
  source: JsonObject & { link: string };
}

/** Why a send fails because of a file. */
class FileRefused extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Fetches files by URL, like the platform: after the send was accepted, once in ten minutes. */
export function createLinks(core: Core): Links {
  const cache = new Map<string, { id: string; untilMs: number }>();
  const inFlight = new Set<number>();
  const stopping = new AbortController();

  async function settle(account: Account, { seq, type, content: written }: Message): Promise<void> {
    const content: unknown = JSON.parse(written);
    const fate = await fill(account, { [type]: content }).then(
      () => null,
      (error: unknown) => {
        if (error instanceof FileRefused) return { code: error.code, details: error.message };
        throw error;
      },
    );
    if (stopping.signal.aborted) return;
    core.database.write(() => {
      const message = core.messages.findBySeq(seq);
      if (message?.status !== 0) return;
      core.messages.settle(message, JSON.stringify(content), fate, Date.now());
      core.scheduler.arm(Date.now());
    });
  }

  async function fill(account: Account, message: JsonObject): Promise<void> {
    for (const { kind, source } of linkedIn(message)) source.id = await idOf(account, kind, source.link);
  }

  async function idOf(account: Account, kind: string, link: string): Promise<string> {
    const key = `${account.key} ${kind} ${link}`;
    const known = cache.get(key);
    if (known && known.untilMs > clockOf(account) && core.media.find(account.key, known.id)) return known.id;
    const id = await fetchOne(account, kind, link);
    if (cache.size >= maxStoredAddresses) cache.delete(cache.keys().next().value ?? '');
    cache.set(key, { id, untilMs: clockOf(account) + cachedMs });
    return id;
  }

  async function fetchOne(account: Account, kind: string, link: string): Promise<string> {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(patienceMs)]);
    const writer = openMediaWriter(core, account);
    try {
      const answer = await fetchFile(link, core.settings.allowedPrivateHosts, signal);
      const mimeType = answer.headers['content-type'] ?? '';
      const most = kindLimit(kind, mimeType);
      if (most === null) {
        answer.destroy();
        const words = `Unsupported ${kind} mime type ${mimeType || 'none'}. Must be one of - ${typesOf(kind)}.`;
        throw new FileRefused(131053, words);
      }
      for await (const bytes of answer as AsyncIterable<Buffer>) {
        if (stopping.signal.aborted) break;
        if (writer.add(bytes) > most)
          throw new FileRefused(131053, `The file at the link is larger than ${most} bytes`);
      }
      if (stopping.signal.aborted) throw new Error('stopping');
      return writer.finish(mimeType, null).id;
    } catch (error) {
      if (stopping.signal.aborted) throw error;
      writer.abandon();
      if (error instanceof FileRefused) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new FileRefused(131052, `Downloading media from weblink failed: ${reason}`);
    }
  }

  return {
    take(account, message) {
      if (!message.content.includes('"link":') || !hasLinks(message)) return false;
      // If this process dies, the next one takes over then.
      core.messages.step(message, 0, Date.now() + againMs);
      if (inFlight.has(message.seq)) return true;
      inFlight.add(message.seq);
      settle(account, message)
        .catch((error: unknown) => {
          if (!stopping.signal.aborted) process.stderr.write(`a file of ${message.wamid}: ${String(error)}\n`);
        })
        .finally(() => inFlight.delete(message.seq));
      return true;
    },
    stop: () => stopping.abort(),
  };
}

function hasLinks({ type, content }: Message): boolean {
  return linkedIn({ [type]: JSON.parse(content) }).length > 0;
}

/** Every file in a message that is named by URL and not stored yet, at any depth. */
function linkedIn(bag: JsonObject): Linked[] {
  return Object.entries(bag).flatMap(([name, value]) => {
    if (Array.isArray(value)) return value.filter(isJsonObject).flatMap(linkedIn);
    if (!isJsonObject(value)) return [];
    const own = mediaKinds.includes(name) && typeof value.link === 'string' && value.id === undefined;
    return own ? [{ kind: name, source: value as Linked['source'] }] : linkedIn(value);
  });
}
