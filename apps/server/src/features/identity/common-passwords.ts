/** Missing from the dictionary: keyboard patterns, digit sequences, and product terms. */
const more = `
  111222 11223344 0123456789 012345 12341234 12344321 123qweasd 1q2w3e4r5t 87654321 987654321 999999 99999999 a1b2c3d4
  aa123456 abcdefgh admin123 administrator asdf1234 asdfasdf asdfghjk azertyuiop changeme hello123 iloveyou1 letmein1
  login123 passw0rd password12 password123 q1w2e3r4 qazwsxedc qweasdzxc qwer1234 qwertyui qwerty123 root123 test1234
  trustno1 user123 welcome1 welcome123 whatsapp whatsapp1 whatsapp123 zaq12wsx zxcvbnm1
`;

let known: Promise<ReadonlySet<string>> | undefined;

/**
 * Passwords that attackers try first, in lower case; only those of six or more characters, because no policy allows
 * shorter ones. Loaded when a password is first chosen.
 */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  known ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const all = [...dictionary['passwords-common'], ...more.trim().split(/\s+/)];
    return new Set(all.filter((word) => word.length >= 6).map((word) => word.toLowerCase()));
  });
  return known;
}
