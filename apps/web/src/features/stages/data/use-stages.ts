import { fromMinorUnits } from '@parley/contract/minor-units';
import type { Stage } from '@parley/contract/types';
import { useMemo } from 'react';
import { moneyText } from '../../../platform/money-text.ts';
import { useRows } from '../../sync/public.ts';

/** The stages of the board, in their order. */
export function useStages(): readonly Stage[] {
  const rows = useRows('stages');
  return useMemo(() => rows.toSorted((a, b) => a.position - b.position), [rows]);
}

export function useCurrency(): string {
  return useRows('clients')[0]?.currency ?? 'USD';
}

/** The value of a conversation, or a sum: `€1,250.50`, and `€1,250` without cents. */
export function useValueText(): (value: number) => string {
  const currency = useCurrency();
  return (value) => moneyText(fromMinorUnits(value, currency), currency, { trailingZeroDisplay: 'stripIfInteger' });
}
