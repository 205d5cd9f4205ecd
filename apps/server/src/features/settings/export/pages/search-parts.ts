import type { ExtraPage } from '../../../../platform/export/exported-table.ts';

/** Longer than any conversation's page, and read by a browser at once. */
const partChars = 1_000_000;

/**
 * What can be searched, cut into scripts that a page loads one after the other: a page that was opened from a folder may
 * load scripts, but read no files.
 */
export class SearchParts {
  readonly #name: string;
  #rows: string[] = [];
  #chars = 0;
  parts = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** @returns a part that is full */
  *add(row: ReadonlyArray<string | number>): Generator<ExtraPage> {
    const text = JSON.stringify(row);
    this.#rows.push(text);
    this.#chars += text.length;
    if (this.#chars >= partChars) yield* this.flush();
  }

  *flush(): Generator<ExtraPage> {
    if (this.#rows.length === 0) return;
    const name = `${this.#name}-${++this.parts}`;
    const content = Buffer.from(`parleyPart(${JSON.stringify(name)}, [\n${this.#rows.join(',\n')}\n]);\n`);
    this.#rows = [];
    this.#chars = 0;
    yield { name: `pages/search/${name}.js`, content, rows: 0 };
  }
}
