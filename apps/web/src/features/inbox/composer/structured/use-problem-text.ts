import { useLingui } from '@lingui/react/macro';
import type { Problem } from './check-fields.ts';

/** What is wrong with a field, and how to fix it. */
export function useProblemText(): (problem: Problem, length: number) => string {
  const { t, i18n } = useLingui();
  return (problem, length) => {
    if (problem.kind === 'long') {
      const used = i18n.number(length);
      const most = i18n.number(problem.limit);
      const over = i18n.number(length - problem.limit);
      return t`${used} of ${most}: shorten it by ${over}`;
    }
    if (problem.kind === 'breaks') return t`At most ${problem.limit} line breaks.`;
    if (problem.kind === 'cards') return t`Add at least two pictures or videos: each becomes a card.`;
    if (problem.kind === 'uploads') return t`Wait until all files are uploaded, or remove those that failed.`;
    if (problem.kind === 'products') return t`Choose at least one product.`;
    if (problem.kind === 'place') return t`Enter coordinates such as 51.5073, -0.1277, or a link to a map.`;
    if (problem.kind === 'url') return t`Enter an address that begins with https://.`;
    if (problem.kind === 'twice') return t`Another button has this label.`;
    if (problem.kind === 'reachable') return t`Add a phone number or an email address.`;
    return t`This field is required.`;
  };
}
