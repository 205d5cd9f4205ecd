/**
 * What several programs print, one after the other: the first in the order is shown as it comes, the text of the others waits
 * until all before them are done.
 */
export class OrderedOutput {
  readonly #write: (text: string) => void;
  readonly #outputs: Array<{ waiting: string[]; isDone: boolean }> = [];

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** The next in the order. */
  add(): { show(text: string): void; end(): void } {
    const output = { waiting: [] as string[], isDone: false };
    this.#outputs.push(output);
    return {
      show: (text) => {
        output.waiting.push(text);
        this.#showFirst();
      },
      end: () => {
        output.isDone = true;
        this.#showFirst();
      },
    };
  }

  #showFirst(): void {
    for (let first = this.#outputs[0]; first !== undefined; first = this.#outputs[0]) {
      for (const text of first.waiting.splice(0)) this.#write(text);
      if (!first.isDone) return;
      this.#outputs.shift();
    }
  }
}
