import { createReadStream } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { ScannerUnavailable, type ScanResult } from './result.ts';

const silentMs = 60_000;
const mostAnswerBytes = 65_536;
const defaultPort = 1344;

/**
 * Sends a file to an ICAP service (RFC 3507) as the body of a response that it may modify. 204 means clean; 200, a
 * replaced response, means refused. Anything else is an error.
 */
export function scanByIcap(service: URL): (path: string, sizeBytes: number) => Promise<ScanResult> {
  return async (path, sizeBytes) => {
    const socket = connect(Number(service.port || defaultPort), service.hostname);
    socket.setTimeout(silentMs, () => socket.destroy(new Error('no answer in time')));
    try {
      const answer = readAnswer(socket);
      answer.catch(() => undefined); // Awaited below, after the file was sent.
      await Promise.race([send(socket, service, path, sizeBytes), answer]);
      return readResult(await answer);
    } catch (error) {
      throw new ScannerUnavailable(`the scanner gave no answer: ${error instanceof Error ? error.message : error}`);
    } finally {
      socket.destroy();
    }
  };
}

async function send(socket: Socket, service: URL, path: string, sizeBytes: number): Promise<void> {
  const request = 'GET /file HTTP/1.1\r\nHost: parley\r\n\r\n';
  const response = `HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: ${sizeBytes}\r\n\r\n`;
  const head = [
    `RESPMOD ${service.href} ICAP/1.0`,
    `Host: ${service.host}`,
    'Allow: 204',
    'Connection: close',
    `Encapsulated: req-hdr=0, res-hdr=${request.length}, res-body=${request.length + response.length}`,
  ];
  await write(socket, Buffer.from(`${head.join('\r\n')}\r\n\r\n${request}${response}`, 'latin1'));
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    await write(socket, Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]));
  }
  await write(socket, Buffer.from('0\r\n\r\n'));
}

function write(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

/** The header of the response, and the start of the enclosed one. */
function readAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.on('data', (piece) => {
      text += piece.toString('latin1');
      if (text.length > mostAnswerBytes) reject(new Error('the answer is too long'));
      else if (text.includes('\r\n\r\n')) resolve(text);
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the connection ended')));
  });
}

function readResult(answer: string): ScanResult {
  const status = /^ICAP\/1\.\d (\d{3})/.exec(answer)?.[1];
  if (status === '204') return { clean: true };
  if (status !== '200') throw new Error(`it answered ${status ?? 'something else than ICAP'}`);
  const threat = /^X-Infection-Found:.*\bThreat=([^;\r\n]+)/im.exec(answer)?.[1];
  const virus = /^X-Virus-(?:ID|Name):\s*(.+)$/im.exec(answer)?.[1];
  return { clean: false, finding: threat ?? virus ?? 'malware' };
}
