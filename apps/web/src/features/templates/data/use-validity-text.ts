import { plural } from '@lingui/core/macro';
import { validitySeconds } from '@parley/contract/template-validity';
import { useDurationText } from '../../../ui/use-duration-text.ts';

/** How long WhatsApp tries to deliver, as text: `30 seconds`, `12 hours`, `30 days`. @param seconds -1: 30 days */
export function useValidityText(): (seconds: number) => string {
  const duration = useDurationText();
  return (given) => {
    const seconds = validitySeconds(null, given);
    return seconds < 60 ? plural(seconds, { one: '# second', other: '# seconds' }) : duration(Math.round(seconds / 60));
  };
}
