import { useLingui } from '@lingui/react/macro';
import { isAtLeast } from '@parley/contract/permissions';
import type { ReplyCost as Cost } from '@parley/contract/types';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../platform/api.ts';
import { QueryScope } from '../../../platform/query.tsx';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import { useAccess } from '../../sync/public.ts';
import { useMoney } from '../data/use-money.ts';

/** Who only looks through conversations asks for no prices. */
const afterMs = 600;
const staleMs = 60_000;

export type ReplyCostProps = { threadId: string; nowMs: number };

/** What the next free-form reply costs, for those who see prices; nothing where the account has no rates. */
export function ReplyCost(props: ReplyCostProps) {
  if (!isAtLeast(useAccess().role, 'Admin')) return null;
  return (
    <QueryScope>
      <Figure {...props} />
    </QueryScope>
  );
}

function Figure({ threadId, nowMs }: ReplyCostProps) {
  const { t, i18n } = useLingui();
  const money = useMoney();
  const words = useTimeLabels();
  const stays = useStays();
  const { data } = useQuery({
    enabled: stays,
    queryKey: ['reply-cost', threadId],
    queryFn: ({ signal }) => api('GET /api/threads/{id}/reply-cost', { params: { id: threadId } }, { signal }),
    staleTime: staleMs,
  });
  const parts = data === undefined ? null : partsOf(data);
  return (
    parts && (
      <span data-cost title={parts.title}>
        {' '}
        · {parts.text}
      </span>
    )
  );

  function partsOf({ currency, price, free }: Cost): { text: string; title: string } | null {
    if (currency === null || free?.reason === 'sandbox') return null;
    if (free?.reason === 'ad') {
      const until = words.until(free.until, nowMs);
      return { text: t`free until ${until}`, title: t`The customer came by an ad: messages are free for 72 hours.` };
    }
    if (free !== null) {
      const [left, of] = [i18n.number(free.of - free.used), i18n.number(free.of)];
      return { text: t`free`, title: t`${left} of ${of} free replies of this number are left this month.` };
    }
    if (price === null) return null;
    return { text: t`${money(price, currency)} a reply`, title: t`What WhatsApp bills for a reply, by your rates.` };
  }
}

function useStays(): boolean {
  const [stays, setStays] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStays(true), afterMs);
    return () => clearTimeout(timer);
  }, []);
  return stays;
}
