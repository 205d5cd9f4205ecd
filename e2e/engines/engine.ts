import type { EngineName } from '../../scripts/checks/engines.ts';

/** A browser engine under test: one window, one page. What is not here is done in the page, by `run`. */
export type Engine = {
  name: EngineName;
  version: string;
  /** Returns when the page has loaded. */
  open(url: string): Promise<void>;
  /**
   * Evaluates an expression in the page, outside of its content security policy; a promise is waited for.
   * @returns its value, which has to survive JSON
   */
  run<T>(expression: string): Promise<T>;
  /** Keys and pointers, as in WebDriver's "perform actions". */
  perform(sources: readonly InputSource[]): Promise<void>;
  /** Chooses files of this machine in the first field that a selector finds. */
  chooseFiles(selector: string, paths: readonly string[]): Promise<void>;
  /** Lets pages of an address show notifications. WebKitGTK has no push and none of it. */
  allowNotifications?(origin: string): Promise<void>;
  close(): Promise<void>;
};

export type InputSource = {
  type: 'key' | 'pointer';
  id: string;
  parameters?: { pointerType: 'mouse' };
  actions: object[];
};

/** CSS pixels. */
export const windowSize = { width: 1440, height: 900 };
