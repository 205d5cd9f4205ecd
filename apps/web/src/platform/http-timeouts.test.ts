import { beforeEach, describe, expect, test, vi } from 'vitest';
import { NetworkError } from './errors.ts';
import { fetchFile, sendHttp } from './http.ts';

/** A controllable clock in place of the browser's own timeout, which no test could wait for. */
function turnDeadlines(): void {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('The call took too long.', 'TimeoutError')), ms);
    return controller.signal;
  });
}

/** A server that accepts every call and answers none. */
function answersNothing(_url: unknown, init?: RequestInit): Promise<Response> {
  return new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
  });
}

const agents = {
  desktop: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36',
  mobile: 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36',
};

beforeEach(() => {
  vi.useFakeTimers();
  turnDeadlines();
  vi.stubGlobal('fetch', answersNothing);
});

describe.each([
  ['desktop', 30_000],
  ['mobile', 60_000],
] as const)('a call from a %s', (kind, limitMs) => {
  test.each([
    ['data', sendHttp],
    ['a file', fetchFile],
  ])(`for %s is given up after ${limitMs / 1000} s and not before, in words of its own`, async (_what, call) => {
    vi.stubGlobal('navigator', { userAgent: agents[kind] });
    let ended: unknown = 'not yet';
    const made = call({ method: 'GET', url: 'http://127.0.0.1/api/x' }).catch((error: unknown) => {
      ended = error;
    });
    await vi.advanceTimersByTimeAsync(limitMs - 1);
    expect(ended).toBe('not yet');
    await vi.advanceTimersByTimeAsync(1);
    await made;
    expect(ended).toBeInstanceOf(NetworkError);
    expect((ended as NetworkError).kind).toBe('timeout');
  });
});

test('the caller’s own abort is not a timeout', async () => {
  vi.stubGlobal('navigator', { userAgent: agents.desktop });
  const controller = new AbortController();
  const made = sendHttp({ method: 'GET', url: 'http://127.0.0.1/api/x', signal: controller.signal });
  const refused = expect(made).rejects.toThrow('gone elsewhere');
  controller.abort(new Error('gone elsewhere'));
  await refused;
});
