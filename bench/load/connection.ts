import { connect, type Socket } from 'node:net';

/**
 * One kept-alive HTTP/1.1 connection with one request at a time. Minimal, because the generator shares the cores with
 * the measured server: a client library would cost more than the baseline's whole server.
 */
export class Connection {
  readonly #socket: Socket;
  #rest: Buffer = Buffer.alloc(0);
  #done: ((status: number, body: Buffer) => void) | undefined;
  #failed: ((error: Error) => void) | undefined;

  static async open(host: string, port: number): Promise<Connection> {
    const socket = connect({ host, port, noDelay: true });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return new Connection(socket);
  }

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    const fail = (error: Error) => {
      const failed = this.#failed;
      this.#done = undefined;
      this.#failed = undefined;
      failed?.(error);
    };
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('the server closed a connection under a request')));
  }

  get isIdle(): boolean {
    return this.#done === undefined;
  }

  send(request: Buffer, done: (status: number, body: Buffer) => void, failed: (error: Error) => void): void {
    this.#done = done;
    this.#failed = failed;
    this.#socket.write(request);
  }

  close(): void {
    this.#failed = undefined;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const answer = parseAnswer(bytes);
    if (answer === null) {
      this.#rest = bytes;
      return;
    }
    this.#rest = Buffer.alloc(0);
    const done = this.#done;
    this.#done = undefined;
    this.#failed = undefined;
    done?.(answer.status, answer.body);
  }
}

/** @returns null while the response is incomplete */
function parseAnswer(bytes: Buffer): { status: number; body: Buffer } | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = bytes.toString('latin1', 0, end).toLowerCase();
  const status = Number(head.slice(9, 12));
  const body = bytes.subarray(end + 4);
  const at = head.indexOf('content-length: ');
  if (at >= 0) {
    const length = Number.parseInt(head.slice(at + 16), 10);
    return body.length < length ? null : { status, body };
  }
  if (head.includes('transfer-encoding: chunked'))
    return body.toString('latin1', Math.max(0, body.length - 5)) === '0\r\n\r\n' ? { status, body } : null;
  return { status, body };
}
