import type { BrowserContext, Page } from '@playwright/test';

/** Console errors of open pages while no server answers, or while the test delays answers. */
export const noAnswer = [
  /ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE|FAILED|INCOMPLETE\w*)/,
  /console: Failed to load/,
  /failed: /,
  /WebSocket/,
  / 50\d /,
];

/**
 * Watches everything the pages of a context do. Unexpected faults of the product are: an error in the console
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
function isHere(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return loopback.has(hostname) || !/^(http|ws)s?:$/.test(protocol);
}

// Leaving a page ends its requests; the browser calls that a failure.
const endedByLeaving = 'net::ERR_ABORTED';
// The same for a connection: signing out while it is being opened ends it.
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
      // The browser resolves no other host; a request that a test answers itself does not fail.
      if (!isHere(request.url())) fault(`left this machine: ${request.method()} ${request.url()}`);
      else if (why !== endedByLeaving) fault(`failed: ${request.method()} ${request.url()} ${why}`);
    });
    page.on('websocket', (socket) => {
      if (!isHere(socket.url())) fault(`left this machine: ${socket.url()}`);
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
