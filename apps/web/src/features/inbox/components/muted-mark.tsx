import { useLingui } from '@lingui/react/macro';
import { IconBellOff } from '@tabler/icons-react';
import { smallIcon } from '../../../ui/icon.ts';

/** On the row of a conversation that the member muted. */
export function MutedMark() {
  const { t } = useLingui();
  return (
    <span role="img" aria-label={t`Muted`} data-tip={t`Muted`}>
      <IconBellOff {...smallIcon} />
    </span>
  );
}
