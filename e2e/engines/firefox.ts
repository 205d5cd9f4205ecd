import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import bidi from 'selenium-webdriver/bidi/index.js';
import { type Engine, windowSize } from './engine.ts';
import { startProgram } from './program.ts';

// The declarations name a class of the module, which is the module itself.
const Connection = bidi as unknown as typeof bidi.Index;

type Answer<R> = { type: 'success'; result: R } | { type: 'error'; error: string; message: string };
type Evaluated = { result: { value?: string; sharedId?: string }; exceptionDetails?: { text: string } };

const settings: Record<string, string | number | boolean> = {
  'intl.accept_languages': 'en-GB',
  // A microphone that hums, for which nobody is asked.
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.autoplay.default': 0,
  // Only this machine answers: everything else goes to a proxy that is not there.
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'alerts.useSystemBackend': false,
};

/** Debian's Firefox without a window, by WebDriver BiDi, which it speaks without a driver. */
export async function startFirefox(): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), 'parley-firefox-'));
  const all = Object.entries(settings);
  const lines = all.map((pair) => `user_pref(${pair.map((part) => JSON.stringify(part)).join(', ')});`);
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const address = (output: string) => /WebDriver BiDi listening on (ws:\S+)/.exec(output)?.[1] ?? null;
  const program = await startProgram('firefox-esr', [...args, 'about:blank'], {}, address);
  const connection = new Connection(`${program.ready}/session`);
  const send = async <R>(method: string, params: Record<string, unknown>): Promise<R> => {
    const answer = (await connection.send({ method, params })) as Answer<R>;
    if (answer.type === 'error') throw new Error(`${method}: ${answer.error}: ${answer.message}`);
    return answer.result;
  };
  const session = await send<{ capabilities: { browserVersion: string } }>('session.new', { capabilities: {} });
  const { contexts } = await send<{ contexts: Array<{ context: string }> }>('browsingContext.getTree', {});
  const context = contexts[0]?.context;
  await send('browsingContext.setViewport', { context, viewport: windowSize });
  const evaluate = async (expression: string) => {
    const evaluated = await send<Evaluated>('script.evaluate', { expression, target: { context }, awaitPromise: true });
    if (evaluated.exceptionDetails) throw new Error(`${evaluated.exceptionDetails.text} in ${expression.slice(-400)}`);
    return evaluated.result;
  };
  return {
    name: 'firefox',
    version: session.capabilities.browserVersion,
    async open(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' }).catch((error: Error) => {
        // A page that leads on before it has loaded ends this navigation by its own.
        if (!error.message.includes('NS_BINDING_ABORTED')) throw error;
      });
    },
    async run(expression) {
      const { value } = await evaluate(`(async () => JSON.stringify(await (${expression})) ?? 'null')()`);
      return JSON.parse(value ?? 'null');
    },
    async perform(actions) {
      await send('input.performActions', { context, actions });
    },
    async chooseFiles(selector, files) {
      const { sharedId } = await evaluate(`document.querySelector(${JSON.stringify(selector)})`);
      await send('input.setFiles', { context, element: { sharedId }, files });
    },
    async allowNotifications(origin) {
      const descriptor = { name: 'notifications' };
      await send('permissions.setPermission', { descriptor, state: 'granted', origin });
    },
    async close() {
      await program.end();
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
