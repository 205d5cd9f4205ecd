import http from 'node:http';
import https from 'node:https';
import { lookupLoopback } from './target.ts';

/** How a call to the business ended. */
export type Outcome =
  /** Answered, with this status; redirects are answers, they are never followed. */
  | { kind: 'answered'; status: number; body: string }
  /** No server accepts connections there: nothing was sent. */
  | { kind: 'unreachable'; reason: string }
  /** Cut off or too slow: it may have arrived. */
  | { kind: 'broken'; reason: string };

/** Connections of one account, kept alive and apart from other accounts' connections. */
export interface Caller {
  post(url: string, body: Buffer, headers: Record<string, string>, timeoutMs: number): Promise<Outcome>;
  get(url: string, timeoutMs: number): Promise<Outcome>;
  /** Cuts whatever is open. */
  close(): void;
}

/** Answers are read up to here, in characters; the rest is thrown away. */
const answerLimit = 8192;

/**
 * @param allowRemote false: names are only followed to this machine
 */
export function createCaller(allowRemote: boolean): Caller {
  const options = { keepAlive: true, timeout: 60_000 };
  const agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) };

  async function call(method: string, url: string, body: Buffer | null, headers: object, timeoutMs: number) {
    const outcome = await callOnce(method, url, body, headers, timeoutMs);
    // The other side may close an idle connection just as we reuse it; it has read nothing then.
    return outcome.kind === 'broken' && outcome.reused ? callOnce(method, url, body, headers, timeoutMs) : outcome;
  }

  function callOnce(method: string, url: string, body: Buffer | null, headers: object, timeoutMs: number) {
    return new Promise<Outcome & { reused?: boolean }>((resolve) => {
      const target = new URL(url);
      const secure = target.protocol === 'https:';
      const length = body ? { 'content-length': String(body.length) } : {};
      const request = (secure ? https : http).request(target, {
        method,
        agent: agents[secure ? 'https:' : 'http:'],
        headers: { ...headers, ...length },
        signal: AbortSignal.timeout(timeoutMs),
        ...(allowRemote ? {} : { lookup: lookupLoopback }),
      });
      let connected = request.reusedSocket;
      request.on('socket', (socket) => {
        connected = !socket.connecting;
        if (connected) return;
        socket.once('connect', () => {
          connected = true;
        });
      });
      request.on('error', (error) => {
        const { name, message } = error;
        const reason = name === 'TimeoutError' || name === 'AbortError' ? `no answer in ${timeoutMs} ms` : message;
        const reused = request.reusedSocket && 'code' in error && error.code === 'ECONNRESET';
        resolve(connected ? { kind: 'broken', reason, reused } : { kind: 'unreachable', reason });
      });
      request.on('response', (response) => {
        let answer = '';
        response.setEncoding('utf8');
        response.on('data', (text: string) => {
          if (answer.length < answerLimit) answer += text.slice(0, answerLimit - answer.length);
        });
        response.on('error', (error) => resolve({ kind: 'broken', reason: error.message }));
        response.on('end', () => resolve({ kind: 'answered', status: response.statusCode ?? 0, body: answer }));
      });
      request.end(body);
    });
  }

  return {
    post: (url, body, headers, timeoutMs) => call('POST', url, body, headers, timeoutMs),
    get: (url, timeoutMs) => call('GET', url, null, {}, timeoutMs),
    close() {
      agents['http:'].destroy();
      agents['https:'].destroy();
    },
  };
}
