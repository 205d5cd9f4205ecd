import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';

import { startSocketServer } from '../test/loopback-server.ts';
import type { SendOutcome } from './call-outcome.ts';
import { createWhatsAppClient } from './client.ts';

/** Faults of a provider, a proxy or a network on one connection; one in turn for each request. */
const FAULTS = ['answer', 'answer_then_close', 'close_late', 'reset', 'half', 'silence', 'refuse', 'junk'] as const;
type Fault = (typeof FAULTS)[number];

const SENDS = 400;
const TIMEOUT_MS = 400;

const withBody = (status: string, body: string): string =>
  `HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** A server on bare sockets that records every request id of which it received at least one byte of the body. */
async function startFaultyProvider() {
  const seen = new Map<string, number>();
  let turn = 0;
  const server = await startSocketServer((socket) => {
    // Every ninth connection is closed without being read.
    turn += 1;
    if (turn % 9 === 0) {
      socket.destroy();
      return;
    }
    let buffered = '';
    socket.on('data', (data) => {
      buffered += data.toString('latin1');
      const id = /\{"n":"(\d+)"\}/.exec(buffered)?.[1];
      if (id === undefined) return;
      buffered = '';
      seen.set(id, (seen.get(id) ?? 0) + 1);
      turn += 1;
      react(socket, id, FAULTS[turn % FAULTS.length] ?? 'answer');
    });
  });
  return { ...server, seen };
}

function react(socket: Socket, id: string, fault: Fault): void {
  const accepted = withBody('200 OK', `{"messages":[{"id":"wamid.${id}"}]}`);
  switch (fault) {
    case 'answer':
      socket.write(accepted);
      return;
    case 'answer_then_close':
      socket.end(accepted);
      return;
    case 'close_late':
      // Closed while the client may already be writing its next request on it.
      socket.write(accepted);
      setTimeout(() => socket.destroy(), Number(id) % 7);
      return;
    case 'reset':
      socket.resetAndDestroy();
      return;
    case 'half':
      socket.end(accepted.slice(0, -8));
      return;
    case 'silence':
      return;
    case 'refuse':
      socket.write(withBody('400 Bad Request', '{"error":{"code":131026,"message":"(#131026) Undeliverable"}}'));
      return;
    case 'junk':
      socket.write(withBody('200 OK', '<html></html>'));
      return;
  }
}

describe('sending through a provider with every kind of fault', () => {
  it('never sends anything twice, and reports "not sent" only for requests that never arrived', async () => {
    const provider = await startFaultyProvider();
    const client = createWhatsAppClient({ baseUrl: provider.url, version: 'v23.0', maxConnections: 6 });
    const outcomes = new Map<string, SendOutcome>();
    const ids = Array.from({ length: SENDS }, (_, index) => String(index));
    const pending = ids[Symbol.iterator]();
    const sendInTurn = async (): Promise<void> => {
      for (const id of pending) {
        const body = { n: id };
        const call = { phoneNumberId: '1', accessToken: 't', body, timeoutMs: TIMEOUT_MS };
        outcomes.set(id, await client.sendMessage(call));
      }
    };
    // More senders than connections, so that some sends also time out while waiting for one.
    await Promise.all(Array.from({ length: 10 }, sendInTurn));
    await client.close();
    await provider.close();

    const kinds = new Set<string>();
    for (const [id, outcome] of outcomes) {
      const times = provider.seen.get(id) ?? 0;
      kinds.add(outcome.kind);
      expect(times, id).toBeLessThanOrEqual(1);
      if (outcome.kind === 'accepted') expect(outcome.providerMessageId).toBe(`wamid.${id}`);
      if (outcome.kind === 'accepted' || outcome.kind === 'failed') expect(times, id).toBe(1);
      if (outcome.kind === 'retry')
        expect({ id, times, reason: outcome.reason }).toMatchObject({ times: 0, reason: 'not_sent' });
    }
    expect(outcomes.size).toBe(SENDS);
    expect([...kinds]).toEqual(expect.arrayContaining(['accepted', 'failed', 'unknown']));
  });
});
