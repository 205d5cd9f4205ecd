import type { FieldCheck, PhoneNumberDetails } from '@parley/contract/types';
import { useEffect, useState } from 'react';
import { api } from '../../../platform/api.ts';
import { ApiError } from '../../../platform/errors.ts';

/** Debounce before WhatsApp is asked. */
const waitMs = 600;

export type FieldChecks = {
  /** By field; fields that are being checked have none. */
  of: (field: string) => FieldCheck | undefined;
  number: PhoneNumberDetails | null;
  busy: boolean;
};

type Found = { typed: string; fields: readonly FieldCheck[]; number: PhoneNumberDetails | null };

/** Checks typed values, debounced; an answer about an older value is dropped. */
export function useFieldChecks(typed: Readonly<Record<string, string>>): FieldChecks {
  const given = Object.fromEntries(Object.entries(typed).filter(([, value]) => value.trim() !== ''));
  const key = JSON.stringify(given);
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (key === '{}') return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      api('POST /api/channels/check', { body: JSON.parse(key) }, { signal: stop.signal })
        .then(({ fields, number }) => setFound({ typed: key, fields, number }))
        .catch((error: unknown) => {
          if (!stop.signal.aborted) setFound({ typed: key, fields: fromRefusal(error), number: null });
        });
    }, waitMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [key]);
  const current = found?.typed === key ? found : null;
  return {
    of: (field) => current?.fields.find((check) => check.field === field),
    number: current?.number ?? null,
    busy: key !== '{}' && current === null,
  };
}

/** A value refused by the check is malformed. Any other error says nothing about the fields. */
function fromRefusal(error: unknown): FieldCheck[] {
  if (!(error instanceof ApiError)) return [];
  return error.data.map(({ field, msg }) => ({ field, state: 'failed' as const, message: msg, fix: null }));
}
