import { msg } from '@lingui/core/macro';
import {
  IconBell,
  IconChartBar,
  IconDeviceMobileMessage,
  IconHistory,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconPencil,
  IconPlug,
  IconPlugConnected,
  IconRowInsertBottom,
  IconSearch,
  IconSettings,
  IconSun,
  IconSunMoon,
  IconSwitchHorizontal,
  IconTextDirectionRtl,
  IconUsers,
} from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useDensity } from '../../platform/density-choice.ts';
import { directionOf } from '../../platform/i18n.ts';
import { choosePreferences } from '../../platform/preferences.ts';
import { type Command, useCommands } from '../../ui/commands/commands.ts';
import { toasts } from '../../ui/toast.ts';
import { mayOpen } from '../may-open.ts';
import { type RoutePath, routerPath, routeTable } from '../route-table.ts';
import { openOverlay } from '../shell/overlays.ts';
import { railItems, templatesItem } from '../shell/rail-items.ts';
import { sections } from '../shell/sections.ts';

/** The letters after G, for the rail's pages and the settings. P stands for "people". */
const placeKeys: Partial<Record<RoutePath, string>> = {
  '/inbox': 'g i',
  '/compose': 'g c',
  '/broadcast': 'g b',
  '/contacts': 'g p',
  '/automations': 'g a',
  '/templates': 'g t',
  '/settings': 'g s',
  '/reports': 'g r',
};

const otherPlaces = [
  { path: '/reports', icon: IconChartBar },
  { path: '/channels', icon: IconPlugConnected },
  { path: '/team', icon: IconUsers },
  { path: '/integrations', icon: IconPlug },
  { path: '/settings', icon: IconSettings },
  { path: '/sandbox', icon: IconDeviceMobileMessage },
  { path: '/switch-account', icon: IconSwitchHorizontal },
  { path: '/logout', icon: IconLogout },
] as const;

/** Every page that can be opened without an id, the rail's first. */
const places: { path: RoutePath; icon: Command['icon'] }[] = [
  ...[...railItems, templatesItem].map(({ to, icon }) => ({ path: to, icon })),
  ...otherPlaces,
  ...sections.flatMap(({ pages }) => pages.flat()),
].filter(({ path }, index, all) => all.findIndex((other) => other.path === path) === index);

const goCommands: Command[] = places.map(({ path, icon }) => ({
  id: `go.${path.slice(1)}`,
  group: 'go',
  title: routeTable[path].title,
  keys: placeKeys[path] ?? null,
  icon,
}));

const appCommands: Command[] = [
  { id: 'app.palette', group: 'app', title: msg`Search and commands`, keys: 'mod+k', icon: IconSearch, keysOnly: true },
  { id: 'app.shortcuts', group: 'app', title: msg`Keyboard shortcuts`, keys: '?', icon: IconKeyboard },
  { id: 'app.search', group: 'list', title: msg`Search on this page`, keys: '/', icon: IconSearch, keysOnly: true },
  {
    id: 'message.new',
    group: 'create',
    title: msg`New message`,
    keys: 'c',
    icon: IconPencil,
    also: msg`compose write`,
  },
  { id: 'app.undo', group: 'app', title: msg`Undo last action`, keys: 'mod+z', notInText: true, also: msg`undo` },
  {
    id: 'app.activity',
    group: 'app',
    title: msg`Recent activity`,
    keys: null,
    icon: IconHistory,
  },
  { id: 'app.notifications', group: 'app', title: msg`Notifications`, keys: 'g n', icon: IconBell },
  {
    id: 'app.notification-settings',
    group: 'app',
    title: msg`Notification settings`,
    keys: null,
    icon: IconBell,
    also: msg`sound quiet hours push check`,
  },
  { id: 'theme.light', group: 'app', title: msg`Light theme`, keys: null, icon: IconSun },
  { id: 'theme.dark', group: 'app', title: msg`Dark theme`, keys: null, icon: IconMoon },
  { id: 'theme.auto', group: 'app', title: msg`System theme`, keys: null, icon: IconSunMoon },
  {
    id: 'app.density',
    group: 'app',
    title: msg`Change row density`,
    keys: null,
    icon: IconRowInsertBottom,
    also: msg`density compact`,
  },
  {
    id: 'app.direction',
    group: 'app',
    title: msg`Switch text direction`,
    keys: null,
    icon: IconTextDirectionRtl,
    also: msg`direction rtl`,
  },
];

const commands = [...goCommands, ...appCommands];

/** The commands of every signed-in page. */
export function useGlobalCommands(): void {
  const router = useRouter();
  const go = (path: RoutePath) => void router.navigate({ to: routerPath(path) });
  const actions: Record<string, () => void> = {
    'app.palette': () => openOverlay('palette'),
    'app.shortcuts': () => openOverlay('shortcuts'),
    'app.search': focusSearch,
    'message.new': () => go('/compose'),
    'app.undo': () => void toasts.undoLast(),
    'app.activity': () => openOverlay('activity'),
    'app.notifications': () => openOverlay('notifications'),
    'app.notification-settings': () => openOverlay('notification-settings'),
    'theme.light': () => choosePreferences({ theme: 'light' }),
    'theme.dark': () => choosePreferences({ theme: 'dark' }),
    'theme.auto': () => choosePreferences({ theme: 'auto' }),
    'app.density': () =>
      choosePreferences({ density: useDensity.get().density === 'compact' ? 'comfortable' : 'compact' }),
    'app.direction': turnDirection,
  };
  for (const { path } of places) if (mayOpen(path)) actions[`go.${path.slice(1)}`] = () => go(path);
  useCommands(commands, actions, 'frame');
}

/** The opposite of the language's direction, or the language's own. */
function turnDirection(): void {
  const ofLanguage = directionOf();
  const next = document.documentElement.dir === 'rtl' ? 'ltr' : 'rtl';
  choosePreferences({ direction: next === ofLanguage ? 'auto' : next });
}

/** Focuses the page's search field, or opens the palette where a page has none. */
function focusSearch(): void {
  const field = document.querySelector<HTMLElement>('[data-search]:not([hidden])');
  if (field) field.focus();
  else openOverlay('palette');
}
