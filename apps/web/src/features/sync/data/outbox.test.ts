/// <reference types="node" />
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Message } from '@parley/contract/types';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '../../../platform/errors.ts';
import { sendHttp } from '../../../platform/http.ts';
import type { DeviceCache } from './cache.ts';
import { createMemoryCache } from './memory-cache.ts';
import { Outbox, type UploadWatch } from './outbox.ts';
import type { OutgoingBody, OutgoingNote } from './outgoing.ts';
import { buildMessage } from './sample-rows.ts';
import { Topics } from './topics.ts';

type Answer = (body: OutgoingBody, response: ServerResponse) => void;

/** A server that stores messages by id, like ours: repeating a request returns the same message. */
class MessageServer {
  kept = new Map<string, Message>();
  /** Ids in the order of their calls, including repetitions. */
  calls: string[] = [];
  /** Responses in place of the usual one, taken in order. */
  instead: Answer[] = [];
  #http: Server = createServer((request, response) => void this.#serve(request, response));
  url = '';

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#http.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}/api/messages`;
  }

  async stop(): Promise<void> {
    this.#http.closeAllConnections();
    await new Promise((resolve) => this.#http.close(resolve));
  }

  keep(body: OutgoingBody): { status: number; message: Message } {
    const existing = this.kept.get(body.id);
    if (existing !== undefined) return { status: 200, message: existing };
    const message = buildMessage({
      id: body.id,
      thread_id: body.thread_id,
      direction: 'OUTGOING',
      status: 0,
      send_state: 'waiting',
    });
    this.kept.set(body.id, message);
    return { status: 201, message };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await text(request)) as OutgoingBody;
    this.calls.push(body.id);
    const instead = this.instead.shift();
    if (instead !== undefined) return instead(body, response);
    const { status, message } = this.keep(body);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(message));
  }
}

function refuse(status: number, code: string, msg: string, id?: string): Answer {
  return (_body, response) => {
    const error = {
      code,
      message: msg,
      data: [{ field: 'confirm_seen', msg, ...(id ? { id } : {}) }],
      request_id: 'r',
    };
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ error }));
  };
}

const server = new MessageServer();
const started: Outbox[] = [];

beforeEach(async () => {
  server.kept.clear();
  server.calls = [];
  server.instead = [];
  await server.start();
});
afterEach(async () => {
  for (const outbox of started.splice(0)) outbox.stop();
  await server.stop();
});

/** One tab: an outbox over a device's cache, sending to the server. */
function openTab(
  cache: DeviceCache,
  exclusively = (work: () => Promise<void>) => work(),
  upload: (watch: UploadWatch) => Promise<string> = async () => 'kept-1',
  onlyAssignee: string | null = null,
) {
  const sent: string[] = [];
  const uploads: string[] = [];
  const notes: string[] = [];
  const refusedOperations: string[] = [];
  const together: string[][] = [];
  let shownOperations: string[] = [];
  let shownNames: Record<string, string> = {};
  let endedSessions = 0;
  const outbox = new Outbox({
    cache,
    topics: new Topics(),
    send: async (body) => (await sendHttp({ method: 'POST', url: server.url, body })) as Message,
    upload: async (key, attachment, watch) => {
      uploads.push(`${key} ${attachment.name}`);
      return upload(watch);
    },
    sendNote: async (body) => {
      await sendHttp({ method: 'POST', url: server.url, body });
      notes.push(body.id);
    },
    sendOperations: async (threadId, bodies) => {
      together.push(bodies.map((body) => Object.keys(body).join(' ')));
      for (const [done, body] of bodies.entries()) {
        try {
          await sendHttp({ method: 'POST', url: server.url, body: { id: threadId, thread_id: threadId, ...body } });
        } catch (error) {
          return { done, error };
        }
      }
      return { done: bodies.length };
    },
    sendContact: async () => null,
    onlyAssignee: () => onlyAssignee,
    showOperations: (operations) => {
      shownOperations = operations.map(({ thread_id, body }) => `${thread_id} ${body.state}`);
    },
    showNames: (names) => {
      shownNames = Object.fromEntries(names);
    },
    onOperationRefused: ({ code }, threadId) => refusedOperations.push(`${code} ${threadId}`),
    onSent: (message) => sent.push(message.id),
    onSession: () => {
      endedSessions += 1;
    },
    exclusively,
    notifyTabs: () => undefined,
  });
  started.push(outbox);
  return {
    outbox,
    sent,
    notes,
    uploads,
    refusedOperations,
    together,
    shownOperations: () => shownOperations,
    shownNames: () => shownNames,
    endedSessions: () => endedSessions,
  };
}

function textTo(thread: string, id: string): OutgoingBody {
  return { id, thread_id: thread, channel_id: 'c', source: 'INBOX', type: 'text', text: { body: id } };
}

function noteTo(thread: string, id: string): OutgoingNote {
  return { id, thread_id: thread, body: id, mentions: { user_ids: [], group_ids: [] } };
}

const soon = { timeout: 40_000, interval: 10 };

describe('the outbox', () => {
  it('stores a message on the device before showing it, and deletes it when the server has it', async () => {
    const cache = createMemoryCache();
    const { outbox, sent } = openTab(cache);
    const adding = outbox.add(textTo('t1', 'm1'));
    expect(outbox.entries()).toEqual([]);
    await adding;
    expect(outbox.entries().map(({ id }) => id)).toEqual(['m1']);
    await vi.waitFor(() => expect(outbox.entries()).toEqual([]), soon);
    expect(sent).toEqual(['m1']);
    expect(await cache.readOutbox()).toEqual([]);
    expect([...server.kept.keys()]).toEqual(['m1']);
  });

  it('shows nothing as queued when the device cannot write it', async () => {
    const cache: DeviceCache = { ...createMemoryCache(), putOutbox: () => Promise.reject(new Error('disk full')) };
    const { outbox } = openTab(cache);
    await expect(outbox.add(textTo('t1', 'm1'))).rejects.toThrow('disk full');
    expect(outbox.entries()).toEqual([]);
    expect(server.calls).toEqual([]);
  });

  it('holds a message while sending can be undone, and never sends what was discarded', async () => {
    const { outbox, sent } = openTab(createMemoryCache());
    await outbox.add(textTo('t1', 'm1'), { hold_until_ms: Date.now() + 3_600_000 });
    await outbox.add(textTo('t2', 'm2'));
    await vi.waitFor(() => expect(sent).toEqual(['m2']), soon);
    expect(outbox.entries().map(({ id }) => id)).toEqual(['m1']);
    await outbox.discard('m1');
    await outbox.add(textTo('t1', 'm3'), { hold_until_ms: Date.now() + 50 });
    await vi.waitFor(() => expect(sent).toEqual(['m2', 'm3']), soon);
    expect(server.calls).toEqual(['m2', 'm3']);
  });

  it('sends nothing that is being discarded, however long the device takes to delete it', async () => {
    const cache = createMemoryCache();
    const { promise: deleted, resolve } = Promise.withResolvers<void>();
    const slow = { ...cache, removeOutbox: (id: string) => deleted.then(() => cache.removeOutbox(id)) };
    const { outbox, sent } = openTab(slow);
    await outbox.add(textTo('t1', 'm1'), { hold_until_ms: Date.now() + 20 });
    const discarded = outbox.discard('m1');
    await outbox.add(textTo('t1', 'm2'), { hold_until_ms: Date.now() + 40 });
    await vi.waitFor(() => expect(server.calls).toEqual(['m2']), soon);
    resolve();
    await discarded;
    await vi.waitFor(() => expect(sent).toEqual(['m2']), soon);
    expect(await cache.readOutbox()).toEqual([]);
  });

  it('keeps the order of a thread through failures, without blocking other threads', async () => {
    const { outbox } = openTab(createMemoryCache());
    server.instead = [(_body, response) => response.writeHead(503, { 'Retry-After': '1' }).end()];
    await outbox.add(textTo('t1', 'm1'));
    await outbox.add(textTo('t1', 'm2'));
    await outbox.add(textTo('t2', 'n1'));
    await vi.waitFor(() => expect(outbox.entries()).toEqual([]), soon);
    const kept = [...server.kept.keys()];
    expect(kept.toSorted()).toEqual(['m1', 'm2', 'n1']);
    expect(kept.indexOf('m1')).toBeLessThan(kept.indexOf('m2'));
  });

  it('sends an accepted message once when its response was lost', async () => {
    const { outbox } = openTab(createMemoryCache());
    server.instead = [
      (body, response) => {
        server.keep(body);
        response.socket?.destroy();
      },
    ];
    await outbox.add(textTo('t1', 'm1'));
    await vi.waitFor(() => expect(outbox.entries()).toEqual([]), soon);
    expect(server.calls).toEqual(['m1', 'm1']);
    expect(server.kept.size).toBe(1);
  });

  it('continues with the device’s entries after a reload', async () => {
    const cache = createMemoryCache();
    const address = server.url;
    await server.stop();
    const first = openTab(cache);
    await first.outbox.add(textTo('t1', 'm1'));
    await first.outbox.add(textTo('t1', 'm2'));
    first.outbox.stop();
    await server.start();
    expect(server.url).not.toBe(address);
    const second = openTab(cache);
    second.outbox.restore(await cache.readOutbox());
    await vi.waitFor(() => expect(second.outbox.entries()).toEqual([]), soon);
    expect([...server.kept.keys()]).toEqual(['m1', 'm2']);
  });

  it('where only assignees may write, sends after a take-over and before the conversation is given away', async () => {
    for (const [kept, expected] of [
      [
        ['take', 'message'],
        ['t1', 'm1'],
      ],
      [
        ['message', 'give'],
        ['m1', 't1'],
      ],
      [
        ['message', 'give', 'take'],
        ['m1', 't1', 't1'],
      ],
    ] as const) {
      const cache = createMemoryCache();
      server.calls = [];
      const away = openTab(cache, undefined, undefined, 'me');
      server.instead = Array.from({ length: 3 }, () => (_body, response) => response.socket?.destroy());
      for (const [at, what] of kept.entries()) {
        if (what === 'message') await away.outbox.add(textTo('t1', 'm1'));
        else await away.outbox.addOperation(`a${at}`, 't1', { assignee_id: what === 'take' ? 'me' : 'dana' });
      }
      away.outbox.stop();
      await vi.waitFor(() => expect(server.calls.length).toBeGreaterThan(0), soon);
      server.calls = [];
      server.instead = [];
      const { outbox } = openTab(cache, undefined, undefined, 'me');
      outbox.restore(await cache.readOutbox());
      await vi.waitFor(() => expect(outbox.entries()).toEqual([]), soon);
      expect(server.calls, kept.join()).toEqual(expected);
    }
  });

  it('keeps what is refused because of another assignee, and sends it in order after a take-over', async () => {
    const { outbox } = openTab(createMemoryCache(), undefined, undefined, 'me');
    server.instead = [refuse(409, 'assigned_to_other', 'Assigned to Dana.')];
    await outbox.add(textTo('t1', 'm1'));
    await outbox.add(textTo('t1', 'm2'));
    await vi.waitFor(() => expect(outbox.entries()[0]?.state).toBe('refused'), soon);
    expect(outbox.entries()[1]?.state).toBe('queued');
    await outbox.addOperation('a1', 't1', { assignee_id: 'me' });
    await outbox.sendAnyway('m1', undefined);
    await vi.waitFor(() => expect(outbox.entries()).toEqual([]), soon);
    expect(server.calls).toEqual(['m1', 't1', 'm1', 'm2']);
  });

  it('sends notes and messages in parallel, and counts no note as a message', async () => {
    const cache = createMemoryCache();
    const { outbox, sent, notes } = openTab(cache);
    server.instead = [refuse(409, 'thread_changed', 'Dana answered since.', 'dana-1')];
    await outbox.add(textTo('t1', 'm1'));
    await vi.waitFor(() => expect(outbox.entries()[0]?.state).toBe('refused'), soon);
    await outbox.add(textTo('t1', 'm2'));
    await outbox.addNote(noteTo('t1', 'n1'));
    await outbox.addNote(noteTo('t1', 'n2'));
    await vi.waitFor(() => expect(outbox.notesOf('t1')).toEqual([]), soon);
    expect(notes).toEqual(['n1', 'n2']);
    expect(sent).toEqual([]);
    expect(outbox.ofThread('t1').map(({ id }) => id)).toEqual(['m1', 'm2']);
    expect((await cache.readOutbox()).map(({ id }) => id)).toEqual(['m1', 'm2']);
    expect(outbox.waitingCount()).toBe(1);
  });

  it('keeps a refused note until the user retries or discards it, also after a reload', async () => {
    const cache = createMemoryCache();
    const first = openTab(cache);
    server.instead = [refuse(404, 'not_found', 'This member was not found.')];
    await first.outbox.addNote(noteTo('t1', 'n1'));
    await vi.waitFor(() => expect(first.outbox.notesOf('t1')[0]?.state).toBe('refused'), soon);
    first.outbox.stop();
    const second = openTab(cache);
    second.outbox.restore(await cache.readOutbox());
    expect(second.outbox.notesOf('t1')[0]?.refusal?.message).toBe('This member was not found.');
    expect(second.outbox.waitingCount()).toBe(0);
    await second.outbox.retry('n1');
    await vi.waitFor(() => expect(second.outbox.notesOf('t1')).toEqual([]), soon);
    expect([server.calls, await cache.readOutbox()]).toEqual([['n1', 'n1'], []]);
  });

  it('creates a note once when its response was lost and the feed reports it', async () => {
    const { outbox, notes } = openTab(createMemoryCache());
    server.instead = [
      (body, response) => {
        server.keep(body);
        outbox.settle('n1');
        response.socket?.destroy();
      },
    ];
    await outbox.addNote(noteTo('t1', 'n1'));
    await vi.waitFor(() => expect(server.calls).toEqual(['n1']), soon);
    await vi.waitFor(() => expect(outbox.entries()).toEqual([]), soon);
    await outbox.addNote(noteTo('t1', 'n2'));
    outbox.retryNow();
    await vi.waitFor(() => expect(notes).toEqual(['n2']), soon);
    expect(server.calls).toEqual(['n1', 'n2']);
  });

  it('blocks the thread until the user decides about an answer sent meanwhile', async () => {
    const { outbox } = openTab(createMemoryCache());
    server.instead = [refuse(409, 'thread_changed', 'Dana answered since.', 'dana-1')];
    await outbox.add({ ...textTo('t1', 'm1'), confirm_seen: 'asked-1' });
    await outbox.add({ ...textTo('t1', 'm2'), confirm_seen: 'asked-1' });
    await vi.waitFor(() => expect(outbox.entries()[0]?.state).toBe('refused'), soon);
    expect(outbox.entries()[0]?.refusal).toEqual({
      code: 'thread_changed',
      message: 'Dana answered since.',
      newest_id: 'dana-1',
    });
    expect(server.kept.size).toBe(0);
    const confirmed: (string | undefined)[] = [];
    const take: Answer = (body, response) => {
      confirmed.push(body.confirm_seen);
      const { message } = server.keep(body);
      response.writeHead(201, { 'Content-Type': 'application/json' }).end(JSON.stringify(message));
    };
    server.instead = [take, take];
    await outbox.sendAnyway('m1', 'dana-1');
    await vi.waitFor(() => expect(outbox.entries()).toEqual([]), soon);
    expect(confirmed).toEqual(['dana-1', 'dana-1']);
    expect([...server.kept.keys()]).toEqual(['m1', 'm2']);
  });

  it('keeps the reason of a refusal and sends the next message', async () => {
    const { outbox } = openTab(createMemoryCache());
    server.instead = [refuse(422, 'window_closed', 'The 24-hour window is closed.')];
    await outbox.add(textTo('t1', 'm1'));
    await outbox.add(textTo('t1', 'm2'));
    const left = () => outbox.entries().map(({ id, state }) => `${id} ${state}`);
    await vi.waitFor(() => expect(left()).toEqual(['m1 refused']), soon);
    expect(server.kept.has('m2')).toBe(true);
    await outbox.discard('m1');
    expect(outbox.entries()).toEqual([]);
  });

  it('keeps everything when the session ends, and sends it with the next one', async () => {
    const { outbox, endedSessions } = openTab(createMemoryCache());
    server.instead = [refuse(401, 'unauthorized', 'Sign in again.')];
    await outbox.add(textTo('t1', 'm1'));
    await vi.waitFor(() => expect(endedSessions()).toBe(1), soon);
    await outbox.add(textTo('t1', 'm2'));
    expect(outbox.waitingCount()).toBe(2);
    outbox.retryNow();
    await vi.waitFor(() => expect(outbox.entries()).toEqual([]), soon);
    expect([...server.kept.keys()]).toEqual(['m1', 'm2']);
  });

  it('sends from one tab at a time, each message once', async () => {
    const cache = createMemoryCache();
    const exclusively = (work: () => Promise<void>) =>
      navigator.locks.request('outbox-test', work).then(() => undefined);
    const one = openTab(cache, exclusively);
    const two = openTab(cache, exclusively);
    for (let number = 1; number <= 10; number++) await one.outbox.add(textTo('t1', `m${number}`));
    for (let number = 11; number <= 20; number++) await two.outbox.add(textTo('t1', `m${number}`));
    await vi.waitFor(async () => expect(await cache.readOutbox()).toEqual([]), soon);
    expect(server.calls).toHaveLength(20);
    expect(server.kept.size).toBe(20);
  });

  it('removes a message that the feed already brought', async () => {
    const cache = createMemoryCache();
    await server.stop();
    const { outbox } = openTab(cache);
    await outbox.add(textTo('t1', 'm1'));
    outbox.settle('m1');
    expect(outbox.entries()).toEqual([]);
    await vi.waitFor(async () => expect(await cache.readOutbox()).toEqual([]), soon);
    await server.start();
  });
});

describe('messages with a file', () => {
  const picture = { file: new Blob(['x']), name: 'a.png', kind: 'image' as const };
  const imageTo = (thread: string, id: string): OutgoingBody => ({
    id,
    thread_id: thread,
    channel_id: 'c',
    source: 'INBOX',
    type: 'image',
    image: { media_id: '', caption: 'Look' },
  });
  const tab = (cache: DeviceCache, upload?: (watch: UploadWatch) => Promise<string>) =>
    openTab(cache, (work) => work(), upload);
  const tooLarge = new ApiError({
    status: 413,
    code: 'payload_too_large',
    message: 'x',
    data: [{ field: 'file', msg: 'This file is too large.' }],
    requestId: null,
    retryAfterSeconds: null,
  });

  it('upload the file first, then send the message that names it; later ones wait', async () => {
    const { outbox, uploads } = tab(createMemoryCache());
    const bodies: OutgoingBody[] = [];
    server.instead = [
      (body, response) => {
        bodies.push(body);
        response.writeHead(201, { 'Content-Type': 'application/json' }).end(JSON.stringify(server.keep(body).message));
      },
    ];
    await outbox.add(imageTo('t1', 'm1'), { attachment: picture });
    await outbox.add(textTo('t1', 'm2'));
    await vi.waitFor(() => expect(outbox.entries()).toEqual([]), soon);
    expect(uploads).toEqual(['m1 a.png']);
    expect(bodies[0]?.image).toEqual({ media_id: 'kept-1', caption: 'Look' });
    expect(server.calls).toEqual(['m1', 'm2']);
  });

  it('survive a reload with their file, without uploading it twice', async () => {
    const cache = createMemoryCache();
    const first = tab(cache);
    server.instead = [(_body, response) => response.writeHead(503, { 'Retry-After': '60' }).end()];
    await first.outbox.add(imageTo('t1', 'm1'), { attachment: picture });
    await vi.waitFor(() => expect(first.outbox.entries()[0]?.attachment?.mediaId).toBe('kept-1'), soon);
    first.outbox.stop();
    const second = tab(cache);
    second.outbox.restore(await cache.readOutbox());
    await vi.waitFor(() => expect(second.outbox.entries()).toEqual([]), soon);
    expect(second.uploads).toEqual([]);
    expect(server.kept.has('m1')).toBe(true);
  });

  it('report upload progress, and abort it when discarded', async () => {
    const { outbox } = tab(
      createMemoryCache(),
      ({ onProgress, signal }) =>
        new Promise((_resolve, reject) => {
          onProgress(0.4);
          signal.addEventListener('abort', () => reject(new NetworkError('offline')));
        }),
    );
    await outbox.add(imageTo('t1', 'm1'), { attachment: picture });
    await outbox.add(textTo('t1', 'm2'));
    await vi.waitFor(() => expect(outbox.uploadProgress('m1')).toBe(0.4), soon);
    await outbox.discard('m1');
    await vi.waitFor(() => expect(outbox.entries()).toEqual([]), soon);
    expect(server.calls).toEqual(['m2']);
  });

  it('keep the reason for a refused file, and upload it again on retry', async () => {
    let tries = 0;
    const { outbox } = tab(createMemoryCache(), async () => {
      if (++tries === 1) throw tooLarge;
      return 'kept-2';
    });
    await outbox.add(imageTo('t1', 'm1'), { attachment: picture });
    await vi.waitFor(() => expect(outbox.entries()[0]?.refusal?.message).toBe('This file is too large.'), soon);
    await outbox.retry('m1');
    await vi.waitFor(() => expect(outbox.entries()).toEqual([]), soon);
    expect(tries).toBe(2);
  });
});

describe('changes of contacts', () => {
  it('show the name that waits until it is settled', async () => {
    const { outbox, shownNames } = openTab(createMemoryCache());
    await outbox.addContact('c1', 'ana', { part: 'name', value: 'Ana Souza', before: 'Ana' });
    expect(shownNames()).toEqual({ ana: 'Ana Souza' });
    await vi.waitFor(() => expect(outbox.entries()).toEqual([]), soon);
    expect(shownNames()).toEqual({});
  });
});

describe('changes of conversations', () => {
  it('are shown at once, survive a reload without an answer, and are sent in their order', async () => {
    const cache = createMemoryCache();
    const first = openTab(cache);
    server.instead = [(_body, response) => response.destroy()];
    await first.outbox.addOperation('a1', 't1', { state: 'DONE' });
    await first.outbox.addOperation('a2', 't1', { state: 'ACTIVE' });
    expect(first.shownOperations()).toEqual(['t1 DONE', 't1 ACTIVE']);
    await vi.waitFor(() => expect(server.calls).toEqual(['t1']), soon);
    first.outbox.stop();
    const second = openTab(cache);
    second.outbox.restore(await cache.readOutbox());
    expect(second.shownOperations()).toEqual(['t1 DONE', 't1 ACTIVE']);
    await vi.waitFor(() => expect(second.outbox.entries()).toEqual([]), soon);
    expect(second.shownOperations()).toEqual([]);
    expect(server.calls).toEqual(['t1', 't1', 't1']);
  });

  it('are dropped and reported when the server refuses them, and never hold up messages', async () => {
    const { outbox, refusedOperations, sent } = openTab(createMemoryCache());
    server.instead = [refuse(404, 'not_found', 'This conversation was not found.')];
    await outbox.addOperation('a1', 't1', { state: 'DONE' });
    await vi.waitFor(() => expect(refusedOperations).toEqual(['not_found t1']), soon);
    expect(outbox.entries()).toEqual([]);
    await outbox.add(textTo('t1', 'm1'));
    await vi.waitFor(() => expect(sent).toEqual(['m1']), soon);
  });

  it('leave together as long as each is about something else, and go on after one that is refused', async () => {
    const cache = createMemoryCache();
    const { outbox, together, refusedOperations } = openTab(cache);
    outbox.stop();
    const bodies = [
      { assignee_id: null },
      { add_label_ids: ['l1'] },
      { state: 'DONE' as const },
      { remove_label_ids: ['l1'] },
      { state: 'ACTIVE' as const },
    ];
    for (const [n, body] of bodies.entries()) await outbox.addOperation(`a${n}`, 't1', body);
    expect(together).toEqual([]);
    const again = openTab(cache);
    server.instead = [
      (_body, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'),
      refuse(404, 'not_found', 'This label was not found.'),
    ];
    again.outbox.restore(await cache.readOutbox());
    await vi.waitFor(() => expect(again.outbox.entries()).toEqual([]), soon);
    expect(again.together).toEqual([
      ['assignee_id', 'add_label_ids', 'state'],
      ['state', 'remove_label_ids'],
      ['state'],
    ]);
    expect(again.refusedOperations).toEqual(['not_found t1']);
    expect(refusedOperations).toEqual([]);
  });

  it('of a hundred conversations are all sent', async () => {
    const { outbox } = openTab(createMemoryCache());
    const ids = Array.from({ length: 100 }, (_, n) => `t${n}`);
    await Promise.all(ids.map((id) => outbox.addOperation(`a-${id}`, id, { state: 'DONE' })));
    await vi.waitFor(() => expect(outbox.entries()).toEqual([]), soon);
    expect(server.calls.toSorted()).toEqual(ids.toSorted());
  });
});

describe('a server that can save nothing', () => {
  it('is told with its reason until a message gets through', async () => {
    const { outbox } = openTab(createMemoryCache());
    server.instead = [
      (_body, response) => {
        const error = { code: 'unavailable', message: 'full', data: [], request_id: 'r', reason: 'disk_full' };
        response.writeHead(503, { 'Content-Type': 'application/json' }).end(JSON.stringify({ error }));
      },
    ];
    await outbox.add(textTo('t1', 'm1'));
    await vi.waitFor(() => expect(outbox.unavailableReason()).toBe('disk_full'), soon);
    expect(outbox.waitingCount()).toBe(1);
    outbox.retryNow();
    await vi.waitFor(() => expect(outbox.waitingCount()).toBe(0), soon);
    expect(outbox.unavailableReason()).toBeNull();
  });
});
