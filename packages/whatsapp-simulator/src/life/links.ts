import { kindLimit, mediaKinds, typesOf } from '../graph/media-limits.ts';
import { type Bag, isBag } from '../graph/shape.ts';
import { fetchFile } from '../http/fetch-file.ts';
import { type Account, clockOf } from '../storage/accounts.ts';
import type { Message } from '../storage/messages.ts';
import type { Core, Links } from './core.ts';
import { openMediaWriter } from './store-media.ts';

/** The platform keeps what an address gave for so long. */
const cachedMs = 10 * 60_000;
const addressesKept = 1_000;
/** A file that takes longer than this is given up; after a restart it is begun anew. */
const patienceMs = 60_000;
const againMs = 2 * patienceMs;

/** A file of a message that stands at a web address. */
interface Linked {
  kind: string;
  source: Bag & { link: string };
}

/** Why a send fails because of a file. */
class FileRefused extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Fetches what sends name by address, as the platform does: after the send was accepted, once in ten minutes. */
export function createLinks(core: Core): Links {
  const cache = new Map<string, { id: string; untilMs: number }>();
  const underWay = new Set<number>();
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
    core.books.write(() => {
      const message = core.messages.findBySeq(seq);
      if (message?.status !== 0) return;
      core.messages.settle(message, JSON.stringify(content), fate, Date.now());
      core.scheduler.arm(Date.now());
    });
  }

  async function fill(account: Account, message: Bag): Promise<void> {
    for (const { kind, source } of linkedIn(message)) source.id = await idOf(account, kind, source.link);
  }

  async function idOf(account: Account, kind: string, link: string): Promise<string> {
    const key = `${account.key} ${kind} ${link}`;
    const known = cache.get(key);
    if (known && known.untilMs > clockOf(account) && core.media.find(account.key, known.id)) return known.id;
    const id = await fetchOne(account, kind, link);
    if (cache.size >= addressesKept) cache.delete(cache.keys().next().value ?? '');
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
      // Should this process die, the next one takes it up then.
      core.messages.step(message, 0, Date.now() + againMs);
      if (underWay.has(message.seq)) return true;
      underWay.add(message.seq);
      settle(account, message)
        .catch((error: unknown) => {
          if (!stopping.signal.aborted) process.stderr.write(`a file of ${message.wamid}: ${String(error)}\n`);
        })
        .finally(() => underWay.delete(message.seq));
      return true;
    },
    stop: () => stopping.abort(),
  };
}

function hasLinks({ type, content }: Message): boolean {
  return linkedIn({ [type]: JSON.parse(content) }).length > 0;
}

/** Every file that a message names by address and that is not here yet, wherever it stands in it. */
function linkedIn(bag: Bag): Linked[] {
  return Object.entries(bag).flatMap(([name, value]) => {
    if (Array.isArray(value)) return value.filter(isBag).flatMap(linkedIn);
    if (!isBag(value)) return [];
    const own = mediaKinds.includes(name) && typeof value.link === 'string' && value.id === undefined;
    return own ? [{ kind: name, source: value as Linked['source'] }] : linkedIn(value);
  });
}
