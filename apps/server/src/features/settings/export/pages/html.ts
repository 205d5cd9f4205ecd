/** Text of a page in which everything from outside is escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | readonly Html[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function textOf(value: Value): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** A template whose values are escaped, also as values of quoted attributes; only what it made itself is markup. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.reduce((text, part, index) => text + textOf(values[index - 1] ?? '') + part));
}

export const nothing = new Html('');

/**
 * Only files beside the pages are loaded, and no script but ours runs, whatever a text says. `file:` is where the pages
 * are unpacked, `'self'` where somebody puts them on a server.
 */
const policy = `default-src 'none'; img-src file: 'self'; media-src file: 'self'; style-src file: 'self'; script-src file: 'self'; base-uri 'none'; form-action 'none'`;

/** @param root the way to the folder of index.html, as `../` */
export function page(title: string, root: string, body: Html, script: string | null = null): Buffer {
  return Buffer.from(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${root}pages/look.css">
</head>
<body>
${body}
${script === null ? nothing : html`<script src="${root}${script}"></script>\n`}</body>
</html>
`.text,
  );
}
