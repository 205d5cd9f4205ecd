import { phoneMatchKey } from '@parley/contract/phone-forms';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { loadPhoneLibrary, type PhoneLibrary, phoneLibrary } from '../../../../ui/fields/phone-library.ts';
import { useRows } from '../../../sync/public.ts';

export type NumberKind = 'known' | 'new' | 'invalid' | 'twice' | 'looking';
export type CheckedNumber = { key: string; typed: string; kind: NumberKind };

/** How many numbers are checked one by one; the others are covered by the audience count only. */
export const checkedNumbersLimit = 500;
/** By the specification. */
const atOnce = 100;

/** The state of each of the first numbers: a contact, new, invalid, or a duplicate. */
export function useNumberCheck(numbers: readonly string[]): CheckedNumber[] {
  const country = useRows('clients')[0]?.country ?? '';
  const library = useLibrary(numbers.length > 0);
  const read = readAll(numbers.slice(0, checkedNumbersLimit), country, library);
  const asked = [...new Set(read.flatMap(({ digits }) => digits ?? []))];
  const { data: known } = useQuery<Set<string>>({
    queryKey: ['contacts-by-number', asked],
    enabled: asked.length > 0,
    throwOnError: false,
    placeholderData: (before) => before,
    queryFn: async ({ signal }) => {
      const found = new Set<string>();
      for (let from = 0; from < asked.length; from += atOnce) {
        const phone_number = asked.slice(from, from + atOnce).map((digits) => `+${digits}`);
        for (const contact of await api('GET /api/contacts/multi', { query: { phone_number } }, { signal })) {
          if (contact.phone_number !== null) found.add(phoneMatchKey(contact.phone_number));
        }
      }
      return found;
    },
  });
  const seen = new Set<string>();
  return read.map(({ typed, digits }, at) => {
    const matchKey = digits === null ? null : phoneMatchKey(digits);
    const isTwice = matchKey !== null && seen.has(matchKey);
    if (matchKey !== null) seen.add(matchKey);
    const kind: NumberKind =
      library === null
        ? 'looking'
        : matchKey === null
          ? 'invalid'
          : isTwice
            ? 'twice'
            : known === undefined
              ? 'looking'
              : known.has(matchKey)
                ? 'known'
                : 'new';
    return { key: `${at}/${typed}`, typed, kind };
  });
}

function readAll(numbers: readonly string[], country: string, library: PhoneLibrary | null) {
  return numbers.map((typed) => ({
    typed,
    digits: library === null ? null : library.readNumber(typed, country).digits,
  }));
}

function useLibrary(wanted: boolean): PhoneLibrary | null {
  const [library, setLibrary] = useState(phoneLibrary);
  useEffect(() => {
    if (wanted && library === null) void loadPhoneLibrary().then(setLibrary, () => undefined);
  }, [wanted, library]);
  return library;
}
