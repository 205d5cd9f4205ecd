/** What is known about an address before the server is called. */
export type AddressState = 'ok' | 'invalid' | 'repeated' | 'member' | 'invited';
/** `key` distinguishes duplicates. */
export type Address = { key: string; email: string; state: AddressState };

/** The server's limit of addresses per call. */
export const maxAddresses = 100;

/**
 * Parses pasted addresses: separated by lines, commas, semicolons or spaces, also as `Name <address>`.
 * @param known addresses of members and of open invitations, in lower case
 */
export function parseAddresses(
  text: string,
  known: { members: ReadonlySet<string>; invited: ReadonlySet<string> },
): Address[] {
  const seen = new Set<string>();
  return splitAddresses(text).map((word, index) => {
    const email = word.normalize('NFKC').toLowerCase();
    const state = stateOf(email, seen, known);
    seen.add(email);
    return { key: `${index} ${email}`, email: state === 'invalid' ? word : email, state };
  });
}

function stateOf(email: string, seen: ReadonlySet<string>, known: Parameters<typeof parseAddresses>[1]): AddressState {
  if (!isAddress(email)) return 'invalid';
  if (seen.has(email)) return 'repeated';
  if (known.members.has(email)) return 'member';
  return known.invited.has(email) ? 'invited' : 'ok';
}

/** Splits a pasted text into addresses; names before `<address>` are dropped. */
function splitAddresses(text: string): string[] {
  return text
    .replace(/"[^"\n]*"/g, ' ')
    .split(/[\n,;]+/)
    .flatMap((part) => {
      const inBrackets = [...part.matchAll(/<([^<>]*)>/g)].map(([, inside]) => (inside ?? '').trim());
      return inBrackets.length > 0 ? inBrackets : part.split(/\s+/);
    })
    .filter((word) => word !== '');
}

/** A rough check that catches typos; the server validates. */
function isAddress(email: string): boolean {
  return /^[^\s@<>()",:;]+@[^\s@.<>()",:;]+(\.[^\s@.<>()",:;]+)+$/.test(email) && email.length <= 254;
}
