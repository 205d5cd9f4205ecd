/** What is known about an address somebody wants to invite, before the server is asked. */
export type AddressState = 'ok' | 'invalid' | 'repeated' | 'member' | 'invited';
/** `key` tells apart what stands there twice. */
export type Address = { key: string; email: string; state: AddressState };

/** The most that one call invites; the server's number. */
export const mostAddresses = 100;

/**
 * Addresses as people paste them: one a line, or between commas, semicolons and blanks, also as `Name <address>`.
 * @param known addresses in the team and invited ones, in lower case
 */
export function readAddresses(
  text: string,
  known: { members: ReadonlySet<string>; invited: ReadonlySet<string> },
): Address[] {
  const seen = new Set<string>();
  return wordsOf(text).map((word, index) => {
    const email = word.normalize('NFKC').toLowerCase();
    const state = stateOf(email, seen, known);
    seen.add(email);
    return { key: `${index} ${email}`, email: state === 'invalid' ? word : email, state };
  });
}

function stateOf(email: string, seen: ReadonlySet<string>, known: Parameters<typeof readAddresses>[1]): AddressState {
  if (!isAddress(email)) return 'invalid';
  if (seen.has(email)) return 'repeated';
  if (known.members.has(email)) return 'member';
  return known.invited.has(email) ? 'invited' : 'ok';
}

/** The parts of a pasted text that stand for one address each; names before `<address>` fall away. */
function wordsOf(text: string): string[] {
  return text
    .replace(/"[^"\n]*"/g, ' ')
    .split(/[\n,;]+/)
    .flatMap((part) => {
      const inBrackets = [...part.matchAll(/<([^<>]*)>/g)].map(([, inside]) => (inside ?? '').trim());
      return inBrackets.length > 0 ? inBrackets : part.split(/\s+/);
    })
    .filter((word) => word !== '');
}

/** Roughly an address, to tell a slip at once; the server has the last word. */
function isAddress(email: string): boolean {
  return /^[^\s@<>()",:;]+@[^\s@.<>()",:;]+(\.[^\s@.<>()",:;]+)+$/.test(email) && email.length <= 254;
}
