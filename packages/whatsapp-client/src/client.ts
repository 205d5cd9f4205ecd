import type { Agent, Dispatcher } from 'undici';

import { type AccountCalls, createAccountCalls } from './account-calls.ts';
import type { Caller } from './caller.ts';
import { callGraph, parseGraphBase } from './graph-call.ts';
import type { HttpOutcome } from './http-exchange.ts';
import { createMediaCalls, type MediaCalls } from './media-calls.ts';
import { downloadMedia, type MediaDownload, type MediaRequest } from './media-download.ts';
import { createMessageCalls, type MessageCalls } from './message-calls.ts';
import { createNumberCalls, type NumberCalls } from './number-calls.ts';
import { createProfileCalls, type ProfileCalls } from './profile-calls.ts';
import { createTemplateCalls, type TemplateCalls } from './template-calls.ts';
import { createUsernameCalls, type UsernameCalls } from './username-calls.ts';

export type ClientOptions = {
  /** `https://graph.facebook.com`, or the simulator with its path. */
  baseUrl: string;
  /** `v23.0` or `23.0`. */
  version: string;
  /** Replaces the client's connections; must not use HTTP/2 or pipelining (see `exchange`). */
  dispatcher?: Dispatcher;
  /** Connections per origin, and so sends in flight; 512 support 1,000 sends/s at 400 ms. */
  maxConnections?: number;
};

export type WhatsAppClient = MessageCalls &
  MediaCalls &
  NumberCalls &
  ProfileCalls &
  UsernameCalls &
  AccountCalls &
  TemplateCalls & {
    /** Streams a file from a URL that `getMediaUrl` or a webhook returned. */
    downloadMedia(request: MediaRequest): Promise<MediaDownload>;
    /**
     * Starts no more calls, waits for those in flight (each has its timeout), then closes the connections; downloads
     * in progress are aborted. A dispatcher that was passed in stays open.
     */
    close(): Promise<void>;
  };

/**
 * Creates a client of the WhatsApp Cloud API. It reuses connections, follows no redirect and retries nothing
 * automatically. One client serves many numbers and tokens; the tokens are passed with each call.
 * @throws TypeError when the base URL or version is invalid
 */
export function createWhatsAppClient(options: ClientOptions): WhatsAppClient {
  const base = parseGraphBase(options.baseUrl, options.version);
  let agent: Promise<Agent> | undefined;
  const connections = () => {
    if (options.dispatcher !== undefined) return options.dispatcher;
    agent ??= createAgent(options.maxConnections ?? 512);
    return agent;
  };
  const underWay = new Set<Promise<HttpOutcome>>();
  let closing = false;
  const call: Caller = (request) => {
    if (closing) return Promise.resolve({ kind: 'not_sent', reason: 'aborted', detail: 'the client is closed' });
    const outcome = (async () => callGraph(await connections(), base, request))();
    underWay.add(outcome);
    return outcome.finally(() => underWay.delete(outcome));
  };

  return {
    ...createMessageCalls(call),
    ...createMediaCalls(call),
    ...createNumberCalls(call),
    ...createProfileCalls(call),
    ...createUsernameCalls(call),
    ...createAccountCalls(call),
    ...createTemplateCalls(call),
    downloadMedia: async (request) => downloadMedia(await connections(), base, request),
    async close() {
      closing = true;
      await Promise.allSettled(underWay);
      // Not dispatcher.close(): it would wait for connections that only abandoned requests still want.
      await (await agent)?.destroy();
    },
  };
}

/** HTTP/1.1 only and one request at a time on a connection: only then is "not sent" certain (see `exchange`). */
async function createAgent(connections: number): Promise<Agent> {
  const library = await import('undici');
  return new library.Agent({
    allowH2: false,
    pipelining: 1,
    connections,
    connect: { timeout: 5_000 },
    // Shorter than the 5 s and more of common servers: a connection that the server closes during a send makes it
    // unknown.
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 60_000,
  });
}
