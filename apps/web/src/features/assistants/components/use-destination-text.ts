import { useLingui } from '@lingui/react/macro';
import type { ApplicationDestination } from '@parley/contract/types';

/** Where an application gets its access: all that is certain of one that registered itself. */
export function useDestinationText(): (destination: ApplicationDestination) => string {
  const { t } = useLingui();
  return ({ kind, name }) => {
    if (kind === 'website') return name;
    return kind === 'device' ? t`A program on this device` : t`The app for ${`${name}:`} links`;
  };
}
