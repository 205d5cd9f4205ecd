import { useLingui } from '@lingui/react/macro';
import type { MergeSkipped } from '@parley/contract/types';

/** What an undo skipped, as text. */
export function useUndoSkippedText(): (kept: readonly MergeSkipped[]) => string {
  const { t } = useLingui();
  const words: Record<MergeSkipped['what'], string> = {
    name: t`name`,
    phone_number: t`phone number`,
    user_id: t`WhatsApp ID`,
    username: t`username`,
    opt_in: t`consent`,
    suppressions: t`opt-out`,
    custom_field: t`field`,
    list: t`list`,
    identity: t`numbers`,
    notes: t`notes`,
    messages: t`messages`,
    conversation: t`conversations`,
    contact: t`contact`,
  };
  return (kept) => kept.map(({ what, name }) => (name === null ? words[what] : `${words[what]} ${name}`)).join(', ');
}
