import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { CommandGroup } from '../../ui/commands/commands.ts';

/** Headings of the palette and the shortcut sheet. */
export function useGroupNames(): Record<CommandGroup, string> {
  const { t } = useLingui();
  return useMemo(
    () => ({
      page: t`On this page`,
      list: t`In lists`,
      create: t`Create`,
      go: t`Go to`,
      app: t`Everywhere`,
    }),
    [t],
  );
}
