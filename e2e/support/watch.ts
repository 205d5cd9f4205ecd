import type { BrowserContext, Page } from '@playwright/test';

/** What open pages say while no server answers, or while the test holds it back. */
export const noAnswer = [
  /ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE|FAILED|INCOMPLETE\w*)/,
  /console: Failed to load/,
  /failed: /,
  /WebSocket/,
  / 50\d /,
];

/**
 * Watches everything the pages of a context do. What nobody expects is a fault of the product: an error in the console
 * (a violation of the content security policy is one), an uncaught exception, a failed request, a request that would
 * leave this machine.
 */
export type Watch = {
  /** Faults that match are expected from now on until `expectNothing`. */
  expect(...patterns: RegExp[]): void;
  expectNothing(): void;
  /** The server is about to end: what the pages still open complain about from now on is no fault. */
  stop(): void;
  /** Everything unexpected so far, one line each. */
  faults(): string[];
};

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]']);
// Leaving a page ends its requests; the browser calls that a failure.
const endedByLeaving = 'net::ERR_ABORTED';
// The same of a connection: whoever signs out while it is being made ends it.
const connectionLeft = 'WebSocket is closed before the connection is established';

// The console names a violation only sometimes; the event always comes.
const tellViolations = `document.addEventListener('securitypolicyviolation', (event) => {
  console.error('CSP: ' + event.violatedDirective + ' ' + event.blockedURI);
});`;

export async function watchContext(context: BrowserContext): Promise<Watch> {
  const found: string[] = [];
  let expected: RegExp[] = [];
  let stopped = false;
  const fault = (line: string) => {
    if (!stopped && !expected.some((pattern) => pattern.test(line))) found.push(line);
  };

  await context.route(
    (url) => url.protocol.startsWith('http') && !loopback.has(url.hostname),
    async (route) => {
      fault(`left this machine: ${route.request().method()} ${route.request().url()}`);
      await route.abort();
    },
  );
  await context.addInitScript({ content: tellViolations });
  const watchPage = (page: Page) => {
    page.on('console', (message) => {
      const text = message.text();
      if (message.type() !== 'error' || text.includes(connectionLeft)) return;
      fault(`console: ${text} (${message.location().url})`);
    });
    page.on('pageerror', (error) => fault(`uncaught: ${error.message}`));
    page.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? '';
      if (why !== endedByLeaving) fault(`failed: ${request.method()} ${request.url()} ${why}`);
    });
    page.on('websocket', (socket) => {
      if (!loopback.has(new URL(socket.url()).hostname)) fault(`left this machine: ${socket.url()}`);
    });
  };
  context.on('page', watchPage);
  for (const page of context.pages()) watchPage(page);

  return {
    expect(...patterns) {
      expected = [...expected, ...patterns];
    },
    expectNothing() {
      expected = [];
    },
    stop() {
      stopped = true;
    },
    faults: () => [...found],
  };
}
