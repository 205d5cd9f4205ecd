import { Builder, By } from 'selenium-webdriver';
import { Command, Name } from 'selenium-webdriver/lib/command.js';
import { freePort } from '../../scripts/free-port.ts';
import { type Engine, windowSize } from './engine.ts';
import { startProgram } from './program.ts';

/** Debian's WebKitGTK in its small browser, by WebDriver, on a display of its own. */
export async function startWebKit(): Promise<Engine> {
  const screen = `${windowSize.width}x${windowSize.height}x24`;
  const displayNumber = (output: string) => /^(\d+)\n/.exec(output)?.[1] ?? null;
  const displayArgs = ['-displayfd', '1', '-screen', '0', screen, '-nolisten', 'tcp'];
  const display = await startProgram('Xvfb', displayArgs, {}, displayNumber);
  const server = `http://127.0.0.1:${await freePort()}`;
  const env = { DISPLAY: `:${display.ready}` };
  const driverArgs = ['--host=127.0.0.1', `--port=${new URL(server).port}`];
  const driver = await startProgram('WebKitWebDriver', driverArgs, env, () =>
    fetch(`${server}/status`).then(
      ({ ok }) => ok || null,
      () => null,
    ),
  );
  const session = await new Builder().usingServer(server).forBrowser('MiniBrowser').build();
  const window = session.manage().window();
  await window.setRect({ x: 0, y: 0, ...windowSize });
  const capabilities = await session.getCapabilities();
  return {
    name: 'webkit',
    version: String(capabilities.getBrowserVersion()),
    open: (url) => session.get(url),
    async run(expression) {
      const script = `return (async () => JSON.stringify(await (${expression})) ?? 'null')()`;
      return JSON.parse(await session.executeScript<string>(script));
    },
    perform: (sources) => session.execute(new Command(Name.ACTIONS).setParameter('actions', sources)),
    chooseFiles: (selector, paths) => session.findElement(By.css(selector)).sendKeys(paths.join('\n')),
    async close() {
      await session.quit();
      await driver.end();
      await display.end();
    },
  };
}
