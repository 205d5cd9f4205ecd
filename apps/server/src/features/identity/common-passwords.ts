/**
 * Passwords that guessing programs try first: walks over the keyboard, rows of digits, and the words people choose
 * most. Only those of six or more characters; whatever is shorter no policy allows.
 */
const list = `
  000000 0000000 00000000 111111 1111111 11111111 111222 112233 11223344 121212 123123 123123123 123321 1234321
  123456 1234567 12345678 123456789 1234567890 0123456789 012345 0987654321 123654 12341234 12344321 123qwe 123qweasd
  1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 147258369 159753 222222 333333 444444 555555 654321 666666 696969 777777
  7777777 789456 789456123 87654321 888888 88888888 987654 987654321 999999 99999999
  a123456 a1b2c3 a1b2c3d4 aa123456 abc123 abcd1234 abc12345 abcdef abcdefg abcdefgh admin1 admin123 administrator
  asdasd asdasdasd asdf1234 asdfasdf asdfgh asdfghjk asdfghjkl azerty azertyuiop
  baseball basketball batman changeme charlie computer default donald dragon football freedom
  hello123 hockey iloveyou iloveyou1 internet jennifer jordan jordan23 killer letmein letmein1 liverpool lovely
  login123 master michael monkey mustang ncc1701 nothing passw0rd password password1 password12 password123 pokemon
  princess q1w2e3 q1w2e3r4 qazwsx qazwsxedc qwaszx qwe123 qweasd qweasdzxc qweqwe qwer1234 qwerty qwerty1 qwerty12
  qwerty123 qwertyui qwertyuiop ranger root123 samsung secret1 shadow soccer starwars success summer sunshine superman
  test123 test1234 thomas tigger trustno1 user123 welcome welcome1 welcome123 whatever whatsapp zaq12wsx zxcvbn zxcvbnm
`;

export const commonPasswords: ReadonlySet<string> = new Set(list.trim().split(/\s+/));
