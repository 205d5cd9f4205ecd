import type { FieldCheck, NumberFacts } from '@parley/contract/types';
import { useEffect, useState } from 'react';
import { api } from '../../../platform/api.ts';
import { ApiError } from '../../../platform/errors.ts';

/** After the last key, before WhatsApp is asked. */
const waitMs = 600;

export type FieldChecks = {
  /** By field; what is being looked at has none. */
  of: (field: string) => FieldCheck | undefined;
  number: NumberFacts | null;
  busy: boolean;
};

type Found = { typed: string; fields: readonly FieldCheck[]; number: NumberFacts | null };

/** Has what is typed looked at, a moment after the typing stops; an answer about something older is dropped. */
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

/** What the server refuses to look at is wrong by its shape already. Anything else is no news about the fields. */
function fromRefusal(error: unknown): FieldCheck[] {
  if (!(error instanceof ApiError)) return [];
  return error.data.map(({ field, msg }) => ({ field, state: 'failed' as const, message: msg, fix: null }));
}
