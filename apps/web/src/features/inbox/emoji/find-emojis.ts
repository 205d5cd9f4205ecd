export type KnownEmoji = { emoji: string; label: string; tags: readonly string[]; codes: readonly string[] };
export type FoundEmoji = { emoji: string; code: string };

const most = 8;

/** Emojis whose code, tag or name matches what was typed, best first: the code itself, its beginning, a tag, the name. */
export function findEmojis(known: readonly KnownEmoji[], typed: string): FoundEmoji[] {
  const wanted = typed.toLowerCase();
  const found = known.flatMap((each, order) => {
    const rank = rankOf(each, wanted);
    return rank === null ? [] : [{ emoji: each.emoji, code: codeOf(each, wanted), rank, order }];
  });
  return found
    .sort((a, b) => a.rank - b.rank || a.order - b.order)
    .slice(0, most)
    .map(({ emoji, code }) => ({ emoji, code }));
}

function rankOf({ codes, tags, label }: KnownEmoji, wanted: string): number | null {
  if (codes.includes(wanted)) return 0;
  if (codes.some((code) => code.startsWith(wanted))) return 1;
  if (tags.includes(wanted)) return 2;
  if (tags.some((tag) => tag.startsWith(wanted))) return 3;
  return label
    .toLowerCase()
    .split(' ')
    .some((word) => word.startsWith(wanted))
    ? 4
    : null;
}

function codeOf({ codes, label }: KnownEmoji, wanted: string): string {
  return codes.find((code) => code.startsWith(wanted)) ?? codes[0] ?? label.replaceAll(' ', '_');
}

/** What is typed after a colon before the cursor, and where the colon is; null while no emoji is being looked for. */
export function emojiTypedAt(text: string, cursor: number): { from: number; typed: string } | null {
  const match = /(?:^|[\s(]):([\p{L}\p{N}_+-]{2,30})$/u.exec(text.slice(0, cursor));
  const typed = match?.[1];
  return typed === undefined ? null : { from: cursor - typed.length - 1, typed };
}
