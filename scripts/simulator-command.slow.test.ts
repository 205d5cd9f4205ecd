import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { projectDir } from './prepare.mjs';

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** The command as a user types it, until it has printed a line. */
async function simulator(port: number, { ipc }: { ipc: boolean }) {
  const child = spawn('npm', ['run', '--silent', 'simulator', '--', '--port', String(port)], {
    cwd: projectDir,
    stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? ['ipc' as const] : [])],
  });
  const exited = once(child, 'exit');
  let complaint = '';
  child.stderr?.on('data', (text) => {
    complaint += String(text);
  });
  if (child.stdout === null) throw new Error('no output');
  const { value: line = '' } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  return {
    line: String(line),
    complaint: () => complaint,
    async end() {
      child.kill('SIGTERM');
      await exited;
    },
    exited: exited.then(([code]) => code as number | null),
  };
}

test.each([{ ipc: false }, { ipc: true }])('npm run simulator listens on the port it is given, %o', async ({ ipc }) => {
  const port = await freePort();
  const one = await simulator(port, { ipc });
  try {
    expect(one.line).toContain(`http://127.0.0.1:${port} `);
    expect((await fetch(`http://127.0.0.1:${port}/simulator/v26.0/1`)).status).toBe(401);
  } finally {
    await one.end();
  }
});

test('npm run simulator reports a taken port in one line, and takes no other', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const address = holder.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  try {
    const one = await simulator(address.port, { ipc: false });
    expect(await one.exited).toBe(1);
    expect(one.line).toBe('');
    expect(one.complaint().trim().split('\n')).toEqual([expect.stringContaining(String(address.port))]);
  } finally {
    holder.close();
  }
});
