import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../support/until.ts';
import type { Engine } from './engine.ts';

/** An element by its role and accessible name: a string is the whole name. */
export type Wanted = { role: string; name?: string | RegExp; text?: string };

/** What is known of an element that was found. */
export type Found = {
  name: string;
  text: string;
  value: string | null;
  isFocused: boolean;
  /** `aria-disabled` and `disabled`. */
  isDisabled: boolean;
  /** Of its middle in the window, CSS pixels; null where something else is in front of it. */
  at: { x: number; y: number } | null;
};

/** How long anything on the screen may take on a busy machine, milliseconds. */
const patienceMs = 40_000;

const lookEveryMs = 250;

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Elements that a screen reader finds, by the roles and names that axe computes. The first one is scrolled into view. */
const findInPage = `(({ role, name, pattern, text }) => {
  axe.setup(document.documentElement);
  try {
    const { aria, dom, text: words } = axe.commons;
    const found = [];
    for (const element of document.querySelectorAll('body *')) {
      if (aria.getRole(element) !== role || !dom.isVisibleToScreenReaders(element)) continue;
      const own = words.accessibleText(element).trim();
      if (name !== undefined && own !== name) continue;
      if (pattern !== undefined && !new RegExp(pattern.source, pattern.flags).test(own)) continue;
      if (text !== undefined && !element.textContent.includes(text)) continue;
      found.push([element, own]);
    }
    found[0]?.[0].scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    return found.map(([element, own]) => {
      const box = element.getBoundingClientRect();
      const at = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
      const front = document.elementFromPoint(at.x, at.y);
      const isFree = front !== null && (element.contains(front) || front.control === element || [...(element.labels ?? [])].some((label) => label.contains(front)));
      return {
        name: own,
        text: element.textContent,
        value: element.value ?? null,
        isFocused: element === document.activeElement,
        isDisabled: element.disabled === true || element.getAttribute('aria-disabled') === 'true',
        at: isFree ? at : null,
      };
    });
  } finally {
    axe.teardown();
  }
})`;

/** Names of keys as in WebDriver. */
const keys: Record<string, string> = {
  Control: '\uE009',
  Shift: '\uE008',
  Alt: '\uE00A',
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  Backspace: '\uE003',
  ArrowDown: '\uE015',
  ArrowUp: '\uE013',
};

/** Polls as long as anything on a screen may take. @throws Error with what was last seen */
export function soon<T>(what: string, look: () => Promise<T> | T, isSo: (seen: T) => boolean): Promise<T> {
  return until(what, look, isSo, patienceMs);
}

/** A page of the product in an engine, used as a person does: what is named is waited for, then acted on once. */
export class Screen {
  readonly engine: Engine;
  readonly #origin: string;
  #lookedAt = 0;

  constructor(engine: Engine, origin: string) {
    this.engine = engine;
    this.#origin = origin;
  }

  open(path: string): Promise<void> {
    return this.engine.open(this.#origin + path);
  }

  path(): Promise<string> {
    return this.engine.run('location.pathname');
  }

  /** Everything that is there now. Looking costs the page time, so what is waited for is looked for four times a second. */
  async all({ role, name, text }: Wanted): Promise<Found[]> {
    const named = name instanceof RegExp ? { pattern: { source: name.source, flags: name.flags } } : { name };
    const wanted = JSON.stringify({ role, text, ...named });
    await sleep(lookEveryMs - Math.min(lookEveryMs, performance.now() - this.#lookedAt));
    if (!(await this.engine.run<boolean>(`typeof axe === 'object'`))) await this.engine.run(`(() => {${axe}\n})()`);
    const found = await this.engine.run<Found[]>(`typeof axe === 'object' ? ${findInPage}(${wanted}) : []`);
    this.#lookedAt = performance.now();
    return found;
  }

  /** The first element that is there. */
  async see(role: string, name?: string | RegExp, { text }: { text?: string } = {}): Promise<Found> {
    const look = async () => (await this.all({ role, name, text }))[0];
    const what = `${role} ${name ?? ''} ${text ?? ''} in ${this.engine.name}`;
    return (await soon(what, look, (found) => found !== undefined)) as Found;
  }

  async seeFocused(role: string, name?: string | RegExp): Promise<void> {
    const look = async () => (await this.all({ role, name })).some(({ isFocused }) => isFocused);
    await soon(`the focus in ${role} ${name ?? ''}`, look, (is) => is);
  }

  async seeNone(role: string, name?: string | RegExp): Promise<void> {
    await soon(
      `no ${role} ${name ?? ''}`,
      () => this.all({ role, name }),
      (found) => found.length === 0,
    );
  }

  /** Words anywhere on the page. */
  async seeText(words: string): Promise<void> {
    const look = () => this.engine.run<string>('document.body.innerText');
    await soon(words, look, (text) => text.includes(words));
  }

  /** Clicks in the middle of an element once nothing is in front of it and it no longer moves. */
  async click(role: string, name?: string | RegExp, { text }: { text?: string } = {}): Promise<void> {
    let before: Found['at'] = null;
    const look = async () => {
      const at = (await this.all({ role, name, text }))[0]?.at ?? null;
      const isStill = at !== null && at.x === before?.x && at.y === before.y;
      before = at;
      return isStill ? at : null;
    };
    const what = `${role} ${name ?? ''} ${text ?? ''} in ${this.engine.name}, to be clicked`;
    const at = await soon(what, look, (found) => found !== null);
    const actions = [
      { type: 'pointerMove', x: at?.x, y: at?.y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await this.engine.perform([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]);
  }

  /** Clicks in a field and types. */
  async fill(role: string, name: string | RegExp, words: string): Promise<void> {
    await this.click(role, name);
    await this.type(words);
  }

  async type(words: string): Promise<void> {
    await this.#keys([...words].flatMap((value) => [down(value), up(value)]));
  }

  /** Keys held together: `Control+k`. */
  async press(chord: string): Promise<void> {
    const values = chord.split('+').map((key) => keys[key] ?? key);
    await this.#keys([...values.map(down), ...values.toReversed().map(up)]);
  }

  async #keys(actions: object[]): Promise<void> {
    await this.engine.perform([{ type: 'key', id: 'keyboard', actions }]);
  }
}

const down = (value: string) => ({ type: 'keyDown', value });
const up = (value: string) => ({ type: 'keyUp', value });
