/** What a web page says about itself. */
export type PageFacts = { title: string; description: string | null; imageUrl: string | null };

const most = { title: 200, description: 300 } as const;
/** Neither crosses into the next tag, so that reading stays linear whatever a page holds. */
const metaTag = /<meta\b([^<>]{0,4000})>/gi;
const titleTag = /<title\b[^<>]{0,400}>([^<]{0,2000})/i;
const attribute = /([a-z:-]{1,30})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=]+))/gi;

/** @returns null for a page without a title */
export function parsePage(html: string, pageUrl: string): PageFacts | null {
  const named = new Map<string, string>();
  for (const [, attributes = ''] of html.matchAll(metaTag)) {
    const values = new Map(
      [...attributes.matchAll(attribute)].map((part) => [part[1]?.toLowerCase(), attributeValue(part)]),
    );
    const name = (values.get('property') ?? values.get('name'))?.toLowerCase();
    const content = values.get('content');
    if (name !== undefined && content && !named.has(name)) named.set(name, content);
  }
  const pick = (...names: string[]) => names.map((name) => named.get(name)).find((value) => value !== undefined) ?? '';
  const title = plain(pick('og:title', 'twitter:title') || (titleTag.exec(html)?.[1] ?? ''), most.title);
  if (title === '') return null;
  const description = plain(pick('og:description', 'twitter:description', 'description'), most.description);
  const image = URL.parse(decoded(pick('og:image:secure_url', 'og:image', 'twitter:image')).trim() || 'none:', pageUrl);
  return {
    title,
    description: description === '' ? null : description,
    imageUrl: image !== null && /^https?:$/.test(image.protocol) ? image.href : null,
  };
}

function attributeValue(part: RegExpExecArray): string {
  return part[2] ?? part[3] ?? part[4] ?? '';
}

/** A text in one line, without characters that are invisible or turn the direction of what follows. */
function plain(text: string, mostCharacters: number): string {
  const line = decoded(text)
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, '')
    .trim();
  const characters = [...line];
  return characters.length <= mostCharacters ? line : `${characters.slice(0, mostCharacters - 1).join('')}…`;
}

const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—', hellip: '…' },
  ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', laquo: '«', raquo: '»', bull: '•', middot: '·' },
  ...{ copy: '©', reg: '®', trade: '™', euro: '€', pound: '£' },
};

/** Unknown references stay as they are. */
function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
