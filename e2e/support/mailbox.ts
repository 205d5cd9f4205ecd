import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { until } from './until.ts';

/** A mail server on this machine that keeps the words of what it gets. */
export type Mailbox = {
  /** For SMTP_URL. */
  url: string;
  /** The newest email to an address since the last one that was taken, waiting for it. @returns its plain words */
  take(address: string): Promise<string>;
  close(): Promise<void>;
};

export async function startMailbox(): Promise<Mailbox> {
  const waiting = new Map<string, string[]>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo[0]?.address ?? '';
        waiting.set(to, [...(waiting.get(to) ?? []), wordsOf(Buffer.concat(chunks).toString('utf8'))]);
        done();
      });
    },
  });
  // A server that is killed in the middle of an email is the test's own doing.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    async take(address) {
      // An email about a sign-in from a new device comes beside the others, whenever its turn is.
      const newest = () => waiting.get(address)?.findLast((words) => !words.includes('signed in from a device')) ?? '';
      const email = await until(`an email to ${address}`, newest, (words) => words !== '');
      waiting.delete(address);
      return email;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The plain part of an email, its transfer encoding undone. */
function wordsOf(raw: string): string {
  const start = raw.indexOf('text/plain');
  const headEnd = raw.indexOf('\r\n\r\n', start);
  const head = raw.slice(start, headEnd);
  const body = raw.slice(headEnd + 4).split('\r\n--')[0] ?? '';
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  return body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The six digits of an email. */
export function codeIn(words: string): string {
  const code = /\b\d{6}\b/.exec(words)?.[0];
  if (code === undefined) throw new Error(`no code in ${words}`);
  return code;
}

/** The address an email asks to open. */
export function linkIn(words: string): string {
  const link = /https?:\/\/\S+/.exec(words)?.[0];
  if (link === undefined) throw new Error(`no link in ${words}`);
  return link;
}
