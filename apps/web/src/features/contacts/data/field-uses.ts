import { useLingui } from '@lingui/react/macro';
import type { FieldUse } from '@parley/contract/types';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { fieldsKey } from './contacts-data.ts';

const noUses: readonly FieldUse[] = [];

/** What uses each field, by its name; only for those who manage fields. */
export function useFieldUses(manages: boolean): (name: string) => readonly FieldUse[] {
  const { data } = useQuery({
    queryKey: [...fieldsKey, 'uses'],
    queryFn: async ({ signal }) => (await api('GET /api/custom-fields/uses', {}, { signal })).data,
    enabled: manages,
  });
  return (name) => data?.find((field) => field.name === name)?.uses ?? noUses;
}

export function useFieldUseKinds(): Record<FieldUse['kind'], string> {
  const { t } = useLingui();
  return {
    segment: t`Segment`,
    saved_reply: t`Saved reply`,
    template: t`WhatsApp template`,
    broadcast: t`Broadcast`,
    automation: t`Automation`,
    incoming_webhook: t`Incoming webhook`,
  };
}
