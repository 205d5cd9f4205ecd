import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The content that these scanners detect as malware. */
export const malware = 'KESTREL-TEST-MALWARE';

/** A malware scanner like an operator's. */
export type TestScanner = {
  /** The setting that configures it. */
  setting: string;
  setDown(down: boolean): Promise<void>;
  close(): Promise<void>;
};

/** A command with clamscan's exit codes. */
export async function commandScanner(): Promise<TestScanner> {
  const folder = await mkdtemp(join(tmpdir(), 'scanner-'));
  const [script, down] = [join(folder, 'scan'), join(folder, 'down')];
  const lines = [
    '#!/bin/sh',
    `[ -e ${down} ] && exit 2`,
    `if grep -q ${malware} "$2"; then echo "$2: Kestrel.Test FOUND"; exit 1; fi`,
    'exit 0',
  ];
  await writeFile(script, `${lines.join('\n')}\n`);
  await chmod(script, 0o755);
  return {
    setting: `${script} --quiet`,
    setDown: (isDown) => (isDown ? writeFile(down, '') : rm(down, { force: true })),
    close: () => rm(folder, { recursive: true }),
  };
}

/** An ICAP service that answers 204, or 200 with another response in place of the file. */
export async function icapScanner(): Promise<TestScanner> {
  let isDown = false;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined); // The caller disconnected.
    socket.on('close', () => sockets.delete(socket));
    if (isDown) {
      socket.destroy();
      return;
    }
    let text = '';
    socket.on('data', (piece) => {
      text += piece.toString('latin1');
      if (!text.endsWith('\r\n0\r\n\r\n')) return;
      socket.end(answerTo(text));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    setting: `icap://127.0.0.1:${(server.address() as AddressInfo).port}/scan`,
    async setDown(down) {
      isDown = down;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answerTo(request: string): string {
  const isReadable = /^RESPMOD icap:\S+\/scan ICAP\/1\.0\r\n/.test(request) && request.includes('\r\nAllow: 204\r\n');
  if (!isReadable) return 'ICAP/1.0 400 Bad request\r\n\r\n';
  if (!request.includes(malware)) return 'ICAP/1.0 204 No modifications needed\r\n\r\n';
  const found = 'X-Infection-Found: Type=0; Resolution=2; Threat=Kestrel.Test;';
  return `ICAP/1.0 200 OK\r\n${found}\r\nEncapsulated: null-body=0\r\n\r\n`;
}
