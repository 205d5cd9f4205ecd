import { useLingui } from '@lingui/react/macro';
import type { AbResult, AbTest } from '@parley/contract/types';

/** What decides about the rest of an A/B test. */
export function useWinnerRules(): Record<AbTest['winner'], string> {
  const { t } = useLingui();
  return {
    read: t`The variant that more recipients read`,
    replied: t`The variant that more recipients reply to`,
    tapped: t`The variant that more recipients tap`,
    ask: t`The one I choose`,
  };
}

/** Why a variant won; null: nothing was decided. @param by who decided, if a member did */
export function useWinnerReason(): (
  result: Pick<AbResult, 'winner' | 'why'>,
  rule: AbTest['winner'],
  by: string,
) => string | null {
  const { t } = useLingui();
  const rates = {
    read: t`more recipients read it`,
    replied: t`more recipients replied`,
    tapped: t`more recipients tapped`,
    ask: '',
  };
  return ({ winner, why }, rule, by) => {
    if (winner === null || why === null) return null;
    switch (why) {
      case 'rate':
        return t`Variant ${winner} won: ${rates[rule]}.`;
      case 'tie':
        return t`Variant A is sent: both did equally well.`;
      case 'too_few':
        return t`Variant A is sent: there were too few results to compare.`;
      case 'template':
        return t`Variant ${winner} is sent: WhatsApp no longer allows the template of the other one.`;
      case 'person':
        return t`${by} chose variant ${winner}.`;
    }
  };
}
