import { type NationalChange, nationalChanges } from './national-changes.ts';

type Rewrite = { pattern: RegExp; replacement: string };

const rewrite = (code: string, area: string, before: string, rest: string, code2: string, after: string): Rewrite => ({
  pattern: new RegExp(`^${code}(${area})${before}(${rest})$`),
  // Digits beside a group number would belong to it.
  replacement: `${code2}$<area>${after}$<rest>`,
});

/** The patterns of a change, both ways. */
function rewritesOf({ code, newCode = code, area = '', from, to, rest }: NationalChange) {
  const [named, last] = [`?<area>${area}`, `?<rest>${rest}`];
  return {
    toCurrent: rewrite(code, named, from, last, newCode, to),
    toFormer: rewrite(newCode, named, to, last, code, from),
  };
}

/** By the first two and three digits, because a file has millions of numbers and most codes have no change. */
const toCurrent = new Map<string, Rewrite[]>();
const toFormer: Rewrite[] = [];
for (const change of nationalChanges) {
  const both = rewritesOf(change);
  toCurrent.set(change.code, [...(toCurrent.get(change.code) ?? []), both.toCurrent]);
  toFormer.push(both.toFormer);
}

/** A number in the form its country gives it today. @param digits E.164 without plus, perhaps in an old form */
export function currentForm(digits: string): string {
  const rewrites = toCurrent.get(digits.slice(0, 3)) ?? toCurrent.get(digits.slice(0, 2));
  const found = rewrites?.find(({ pattern }) => pattern.test(digits));
  return found === undefined ? digits : digits.replace(found.pattern, found.replacement);
}

/** Argentine mobiles have a 9 behind the country code, which WhatsApp's lists of test numbers lack. */
const argentineMobile = /^549(\d{10})$/;

/** The key that all spellings of one WhatsApp number share: today's form, of Argentine mobiles without their 9. */
export function phoneMatchKey(digits: string): string {
  return currentForm(digits).replace(argentineMobile, '54$1');
}

/** All spellings of a number that files and WhatsApp's deliveries may have: itself, today's form and the old ones. */
export function phoneForms(digits: string): string[] {
  const key = phoneMatchKey(digits);
  const former = toFormer.flatMap(({ pattern, replacement }) =>
    pattern.test(key) ? key.replace(pattern, replacement) : [],
  );
  return [...new Set([digits, key, ...former, ...(/^54\d{10}$/.test(key) ? [`549${key.slice(2)}`] : [])])];
}

/** Numbers whose form changed have 10 to 13 digits. */
const [leastChanged, mostChanged] = [10, 13];
const anyDigits = ['0', '2', '5', '7', '9'];

/**
 * The beginnings that the other forms of a number have, as far as its first digits decide them.
 * @param digits the first of a number, with its country code; fewer than five decide nothing
 */
export function formsOfBeginning(digits: string): string[] {
  const forms = new Set<string>();
  if (digits.length < 5) return [];
  for (let size = Math.max(leastChanged, digits.length + 1); size <= mostChanged; size++) {
    const [first = [], ...others] = anyDigits.map((digit) =>
      beginningsWith(digits, digit.repeat(size - digits.length)),
    );
    for (const form of first) if (others.every((more) => more.includes(form))) forms.add(form);
  }
  return [...forms].filter((form) => !form.startsWith(digits));
}

function beginningsWith(digits: string, rest: string): string[] {
  return phoneForms(digits + rest).flatMap((form) => (form.endsWith(rest) ? form.slice(0, -rest.length) : []));
}

/** What a number would be by changes that are not certain for it, in both directions. */
export function formsByChanges(digits: string, changes: readonly NationalChange[]): string[] {
  return changes.flatMap((change) =>
    Object.values(rewritesOf(change)).flatMap(({ pattern, replacement }) =>
      pattern.test(digits) ? digits.replace(pattern, replacement) : [],
    ),
  );
}
