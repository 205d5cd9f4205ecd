import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { session } from '../../../platform/browser-session.ts';
import { dateFormat } from '../../../platform/date-format.ts';
import { useAiSettings } from '../../ai/public-settings.ts';
import { useRates } from '../../reports/public.ts';
import { useAccountExport } from './account-export.ts';
import { mayOpen, type Preview } from './settings-entries.ts';

/** Values of pages that list something: the newest row, or how many there are. */
export function usePreviewsOfLists(): Partial<Record<Preview, string>> {
  const { t, i18n } = useLingui();
  const state = session.state();
  const role = state.status === 'signed-out' ? null : state.claims.role;
  const enabled = mayOpen({ from: 'Admin' }, role);
  const format = dateFormat(i18n.locale, { dateStyle: 'medium', timeStyle: 'short' });
  const dateText = (at: string) => format.format(new Date(at));
  const requests = useQuery({
    queryKey: ['feature-requests', 'open'],
    queryFn: ({ signal }) => api('GET /api/feature-requests', { query: { state: 'open', limit: 200 } }, { signal }),
  }).data;
  const latest = useQuery({
    queryKey: ['audit-events', 'latest'],
    queryFn: ({ signal }) => api('GET /api/audit-events', { query: { limit: 1 } }, { signal }),
    staleTime: 0,
    enabled,
  }).data;
  const webhooks = useQuery({
    queryKey: ['settings', 'webhooks'],
    queryFn: async ({ signal }) => {
      const [outgoing, incoming] = await Promise.all([
        api('GET /api/webhooks', { query: { limit: 200 } }, { signal }),
        api('GET /api/incoming-webhooks', { query: { limit: 200 } }, { signal }),
      ]);
      return { outgoing: outgoing.data.length, incoming: incoming.data.length };
    },
    staleTime: 0,
    enabled,
  }).data;
  const file = useAccountExport(mayOpen({ from: 'Owner' }, role)).data;
  const ai = useAiSettings(enabled).data;
  const rates = useRates(enabled).data;
  const [event] = latest?.data ?? [];
  const fileText = ({ state: of, created_at: at }: NonNullable<typeof file>) => {
    if (of === 'done') return t`Ready, ${dateText(at)}`;
    return of === 'failed' ? t`Failed, ${dateText(at)}` : t`Being written`;
  };
  return {
    move: t`From a phone or another tool`,
    export: file === undefined ? undefined : file === null ? t`No file` : fileText(file),
    audit: latest && (event === undefined ? t`No events` : t`Last event ${dateText(event.at)}`),
    integrations:
      webhooks === undefined
        ? undefined
        : webhooks.incoming === 0
          ? plural(webhooks.outgoing, { 0: 'No webhooks', one: '# webhook', other: '# webhooks' })
          : [
              ...(webhooks.outgoing === 0
                ? []
                : [plural(webhooks.outgoing, { one: '# webhook', other: '# webhooks' })]),
              plural(webhooks.incoming, { one: '# incoming webhook', other: '# incoming webhooks' }),
            ].join(' · '),
    ai: ai === undefined ? undefined : ai === null ? t`Off` : ai.model,
    rates:
      rates &&
      (rates.currency === null
        ? t`None yet`
        : t`${plural(rates.rates.length, { one: '# rate', other: '# rates' })} in ${rates.currency}`),
    'feature-requests':
      requests &&
      (requests.next_cursor === null
        ? plural(requests.data.length, { 0: 'None open', one: '# open', other: '# open' })
        : t`Over ${requests.data.length} open`),
  };
}
