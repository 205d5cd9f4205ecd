import { Suspense, useEffect } from 'react';
import { helloOf } from '../../platform/hello-note.ts';
import { loadWords } from '../../platform/i18n.ts';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { startPush } from '../../platform/push.ts';
import { closeOverlay, useOverlay } from '../shell/overlays.ts';
import { ActivityDrawer } from './activity-drawer.tsx';
import { CircularMenu } from './circular-menu.tsx';
import { useConversationFinder } from './conversation-finder.tsx';
import { useGlobalCommands } from './global-commands.ts';
import { startKeyboard } from './keyboard.ts';
import { Palette } from './palette.tsx';
import { usePublishedKeys } from './publish-keys.ts';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { startUpdates } from './updates.ts';

const team = async () => {
  const [module] = await Promise.all([import('../../features/team/public.ts'), loadWords('team'), loadWords('parts')]);
  return module;
};
const Hello = lazyPart(async () => (await team()).Hello);
// Without it the rail says nothing of what runs; the next page tries again.
const RunningBadge = lazyPart(() =>
  import('../../features/broadcasts/public.ts')
    .then(({ loadRunningBadge }) => loadRunningBadge())
    .catch(() => () => null),
);
const AccountsSheet = lazyPart(async () => (await team()).loadAccountsSheet());

/** What every signed-in page has besides itself. */
export function Rest() {
  useGlobalCommands();
  useConversationFinder();
  usePublishedKeys();
  useEffect(startKeyboard, []);
  useEffect(() => {
    startUpdates();
    startPush();
  }, []);
  const open = useOverlay((overlay) => overlay.open);
  return (
    <>
      <CircularMenu />
      <Suspense>
        <RunningBadge />
      </Suspense>
      {helloOf() !== null && (
        <Suspense>
          <Hello />
        </Suspense>
      )}
      {open === 'palette' && <Palette />}
      {open === 'shortcuts' && <ShortcutSheet />}
      {open === 'activity' && <ActivityDrawer />}
      {open === 'accounts' && (
        <Suspense>
          <AccountsSheet onClose={closeOverlay} />
        </Suspense>
      )}
    </>
  );
}
