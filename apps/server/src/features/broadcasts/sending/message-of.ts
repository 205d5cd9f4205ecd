import type { AbVariant } from '@parley/contract/types';
import type { TemplateSnapshot } from '../core/repo.ts';
import type { LockedCampaign, NextRecipient } from './enqueue-repo.ts';

export type RecipientMessage = {
  template: TemplateSnapshot;
  template_id: string;
  values: Record<string, string>;
  /** Null: there is no A/B test. */
  variant: AbVariant | null;
};

/** What a recipient gets: of an A/B test their variant, and of the rest the winner. */
export function messageOf(
  { template, template_id, ab_test: test, ab_template: templateB, ab_winner: winner }: LockedCampaign,
  { variant: own, values, values_b: valuesB }: Pick<NextRecipient, 'variant' | 'values' | 'values_b'>,
): RecipientMessage {
  if (test === null) return { template, template_id, values, variant: null };
  const variant = own ?? winner;
  if (variant === null) throw new Error('the rest of an A/B test was sent to before its winner was chosen');
  if (variant === 'A') return { template, template_id, values, variant };
  if (templateB === null || test.template_id === null) throw new Error('variant B has no template');
  return {
    template: templateB,
    template_id: test.template_id,
    values: own === null ? (valuesB ?? values) : values,
    variant,
  };
}
