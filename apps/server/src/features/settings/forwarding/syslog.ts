import { connect as connectTcp, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectTls } from 'node:tls';
import type { AuditEvent } from '@parley/contract/types';
import { AddressRefused, findAddressFormatProblem, guardedLookup } from '../../../platform/outbound/address.ts';
import { addressErrorMessages } from '../../../platform/outbound/address-errors.ts';

/** Facility 13 is the log audit; severity 5 a notice, 6 information. */
const [facility, notice, information] = [13, 5, 6];

/** One event as RFC 5424 writes it; the message is JSON and names the event’s id. */
export function syslogMessage(event: AuditEvent, account: string): string {
  const severity = /refused/.test(event.action) ? notice : information;
  const id = event.action.replaceAll(/[^!-~]/g, '_').slice(0, 32);
  const content = JSON.stringify({ ...event, account_id: account });
  return `<${facility * 8 + severity}>1 ${event.at} ${hostname().slice(0, 255)} parley ${process.pid} ${id} - ${content}`;
}

/** Added to the time that connecting took. */
const mostWayMs = 50;

export type SyslogReceiver = {
  /** `tls://host:port` or `tcp://host:port` */
  address: string;
  /** Null: public authorities. */
  caCertificate: string | null;
  allowed: readonly string[];
  timeoutMs: number;
  signal: AbortSignal;
};

/** The address as one of the web, by whose rules it is checked. */
export const webAddressOf = (address: string): string => address.replace(/^(?:tls|tcp):/, 'https:');

/**
 * Sends messages over one connection, framed by their lengths (RFC 6587, RFC 5425). Syslog has no answers. So the
 * connection is closed on this side, and they count as taken once the receiver, which reads to the end, has closed
 * its side too, and not before this one did.
 * @returns what went wrong, in words; null: taken
 */
export function sendSyslog(receiver: SyslogReceiver, messages: readonly string[]): Promise<string | null> {
  const { address, allowed, timeoutMs, signal } = receiver;
  const web = webAddressOf(address);
  const problem = findAddressFormatProblem(web, allowed);
  if (problem !== null) return Promise.resolve(addressErrorMessages[problem]);
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const socket = open(receiver, new URL(web));
  let ended = false;
  const end = (error: string | null): void => {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    resolve(error);
    socket.destroy();
  };
  const abort = () => end('The server was stopped.');
  const timer = setTimeout(
    () => end(ended ? 'The receiver did not close the connection, so it may not have read everything.' : 'No answer.'),
    timeoutMs,
  );
  signal.addEventListener('abort', abort);
  const began = performance.now();
  socket.once(address.startsWith('tls:') ? 'secureConnect' : 'connect', () => {
    // One that closes without reading is told by then: connecting took at least one way there and back.
    const answerMs = performance.now() - began + mostWayMs;
    socket.write(Buffer.concat(messages.map(frame)), () => setTimeout(close, answerMs));
  });
  const close = (): void => {
    ended = true;
    socket.end();
  };
  // What a receiver sends is of no use, but its end is only seen when it is read.
  socket.resume();
  socket.once('error', (error) => end(textOf(error)));
  socket.once('end', () => end(ended ? null : 'The receiver closed the connection before it had everything.'));
  socket.once('close', () => end('The connection broke.'));
  return promise;
}

function open({ address, caCertificate, allowed }: SyslogReceiver, url: URL): Socket {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const target = { host, port: Number(url.port || 443), lookup: guardedLookup(url, allowed), allowHalfOpen: true };
  if (!address.startsWith('tls:')) return connectTcp(target);
  return connectTls({ ...target, servername: host, ...(caCertificate !== null && { ca: caCertificate }) });
}

function frame(message: string): Buffer {
  const bytes = Buffer.from(message);
  return Buffer.concat([Buffer.from(`${bytes.length} `), bytes]);
}

function textOf(error: Error): string {
  if (error instanceof AddressRefused) return addressErrorMessages[error.problem];
  const { code } = error as { code?: unknown };
  return `No connection (${typeof code === 'string' ? code : error.message.slice(0, 200)}).`;
}
