import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { until } from './world.ts';

export type ReceivedEmail = { from: string; to: string; subject: string; text: string; html: string; raw: string };

/** A mail server on this machine that stores received emails. */
export type Mailbox = {
  /** For SMTP_URL. */
  url: string;
  emails: ReceivedEmail[];
  /** The response to the next recipients; undefined accepts the email. */
  refuseWith(refusal: { code: number; message: string } | undefined): void;
  /** The newest email to an address; waits for one more than `known` if there is none yet. */
  emailTo(address: string, known?: number): Promise<ReceivedEmail>;
  close(): Promise<void>;
};

export async function startMailbox(): Promise<Mailbox> {
  const received: ReceivedEmail[] = [];
  let refusal: { code: number; message: string } | undefined;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo(_address, _session, done) {
      if (refusal === undefined) return done();
      done(Object.assign(new Error(refusal.message), { responseCode: refusal.code }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const [recipient] = session.envelope.rcptTo;
        received.push(readEmail(Buffer.concat(chunks).toString('utf8'), recipient?.address ?? ''));
        done();
      });
    },
  });
  // A client that disconnects midway is part of the test.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const receivedBy = (address: string) => received.filter(({ to }) => to === address);
  return {
    url: `smtp://127.0.0.1:${port}`,
    emails: received,
    refuseWith(next) {
      refusal = next;
    },
    async emailTo(address, known = 0) {
      await until(async () => receivedBy(address).length > known);
      const newest = receivedBy(address).at(-1);
      if (newest === undefined) throw new Error(`no email to ${address}`);
      return newest;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function readEmail(raw: string, to: string): ReceivedEmail {
  const { headers, body } = splitPart(raw);
  const boundary = /boundary="?([^";\r\n]+)"?/.exec(headers['content-type'] ?? '')?.[1];
  const parts = boundary === undefined ? [raw] : body.split(`--${boundary}`).slice(1, -1);
  const partOf = (type: string) => {
    const part = parts
      .map((text) => splitPart(text.trimStart()))
      .find((p) => p.headers['content-type']?.includes(type));
    return part === undefined ? '' : decode(part.body, part.headers['content-transfer-encoding'] ?? '');
  };
  return {
    from: decodeWords(headers['from'] ?? ''),
    to,
    subject: decodeWords(headers['subject'] ?? ''),
    text: partOf('text/plain'),
    html: partOf('text/html'),
    raw,
  };
}

function splitPart(text: string): { headers: Record<string, string>; body: string } {
  const cut = text.indexOf('\r\n\r\n');
  const unfolded = text.slice(0, cut).replaceAll(/\r\n[ \t]+/g, ' ');
  const headers = Object.fromEntries(
    unfolded.split('\r\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { headers, body: text.slice(cut + 4) };
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  return fromQuotedPrintable(body.replaceAll('=\r\n', ''));
}

function fromQuotedPrintable(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** RFC 2047 words of a header. */
function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?(q|b)\?([^?]*)\?=/gi, (_all, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : fromQuotedPrintable(word.replaceAll('_', ' ')),
    );
}
