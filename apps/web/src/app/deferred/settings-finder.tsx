import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { mayOpen, type SettingsEntry, settingsGroups } from '../../features/settings/public.ts';
import { session } from '../../platform/browser-session.ts';
import { activeCommands } from '../../ui/commands/commands.ts';
import { type Found, registerFinder } from '../../ui/commands/finders.ts';
import { commandScore } from '../../ui/commands/match.ts';
import { runCommand } from '../../ui/commands/run-command.ts';
import { icon } from '../../ui/icon.ts';

/** The number of settings in the palette. */
const limit = 5;

/** Adds the settings pages and their sections to the palette, found by their titles and search terms. */
export function useSettingsFinder(): void {
  const { t, i18n } = useLingui();
  const router = useRouter();
  useEffect(() => {
    const scoreOf = ({ title, also }: SettingsEntry, typed: string) => commandScore(i18n._(title), i18n._(also), typed);
    /** Whether a command that does the same is in the list already. */
    const isListed = ({ to, hash, show, command }: SettingsEntry, typed: string) => {
      const id = command ?? (hash === undefined && show === undefined ? `go.${to.slice(1)}` : null);
      const same = activeCommands().find((each) => each.id === id);
      return same !== undefined && commandScore(i18n._(same.title), same.also ? i18n._(same.also) : '', typed) > 0;
    };
    const foundOf = (entry: SettingsEntry): Found => {
      const { to, hash, show, title, command, icon: Picture } = entry;
      return {
        id: `setting/${i18n._(title)}`,
        title: i18n._(title),
        picture: <Picture {...icon} />,
        open: () => {
          if (command !== undefined) runCommand(command);
          else void router.navigate({ to, ...(hash && { hash }), ...(show && { search: { show } as never }) });
        },
      };
    };
    return registerFinder({
      id: 'settings',
      title: t`Settings`,
      below: true,
      find: (typed) => {
        const state = session.state();
        const role = state.status === 'signed-out' ? null : state.claims.role;
        return settingsGroups
          .flatMap(({ entries }) => entries)
          .filter((entry) => mayOpen(entry, role) && scoreOf(entry, typed) > 0 && !isListed(entry, typed))
          .toSorted((a, b) => scoreOf(b, typed) - scoreOf(a, typed))
          .slice(0, limit)
          .map(foundOf);
      },
    });
  }, [router, t, i18n]);
}
