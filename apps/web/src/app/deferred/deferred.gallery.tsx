import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { Button } from '../../ui/button.tsx';
import { registerCommands } from '../../ui/commands/commands.ts';
import type { GallerySection } from '../../ui/gallery-section.ts';
import { openOverlay, useOverlay } from '../shell/overlays.ts';
import { ActivityDrawer } from './activity-drawer.tsx';
import { startKeyboard } from './keyboard.ts';
import { Palette } from './palette.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  return [{ id: 'overlays', title: t`Palette, shortcuts, recent activity`, states: <Overlays /> }];
}

function Overlays() {
  const { t } = useLingui();
  const open = useOverlay((overlay) => overlay.open);
  useEffect(() => {
    const command = (id: string, title: string, keys: string | null) =>
      ({ id, keys, group: 'app', title: { id, message: title }, run: () => undefined }) as const;
    const leave = registerCommands([
      command('gallery.one', t`A command with keys`, 'g o'),
      command('gallery.two', t`A command without`, null),
      { ...command('gallery.palette', t`Search and commands`, 'mod+k'), run: () => openOverlay('palette') },
    ]);
    const stop = startKeyboard();
    return () => {
      leave();
      stop();
    };
  }, [t]);
  return (
    <>
      <Button onClick={() => openOverlay('palette')}>{t`Palette`}</Button>
      <Button onClick={() => openOverlay('shortcuts')}>{t`Shortcuts`}</Button>
      <Button onClick={() => openOverlay('activity')}>{t`Recent activity`}</Button>
      {open === 'palette' && <Palette />}
      {open === 'shortcuts' && <ShortcutSheet />}
      {open === 'activity' && <ActivityDrawer />}
    </>
  );
}
