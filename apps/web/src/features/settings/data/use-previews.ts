import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { hoursOfChannel } from '@parley/contract/opening';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { listText } from '../../../platform/formats.ts';
import { ownNameOf, preferredLanguage } from '../../../platform/language-choice.ts';
import { usePreferences } from '../../../platform/preferences.ts';
import { browserRegion } from '../../../platform/regions.ts';
import { useNow } from '../../../platform/use-now.ts';
import { limitText } from '../../../ui/fields/file-rules.ts';
import { useOpeningText } from '../../../ui/hours/opening-text.ts';
import { useDurationText } from '../../../ui/use-duration-text.ts';
import { identity } from '../../identity/public.ts';
import { useClient } from './account-queries.ts';
import { cacheBytesOfSession } from './cache-of-session.ts';
import { useCurrentUser } from './current-user-query.ts';
import type { Preview } from './settings-entries.ts';
import { useLinkPreviewTexts } from './use-link-preview-texts.ts';
import { usePreviewsOfLists } from './use-previews-of-lists.ts';
import { usePreviewsOfPages } from './use-previews-of-pages.ts';

/** The current values of all settings that could be read; the list works without them. */
export function usePreviews(): Partial<Record<Preview, string>> {
  const { t } = useLingui();
  const currentUser = useCurrentUser().data;
  const client = useClient().data;
  const sessions = useQuery({ queryKey: ['auth', 'sessions'], queryFn: () => identity.listSessions() }).data;
  const channels = useQuery({
    queryKey: ['channels'],
    queryFn: ({ signal }) => api('GET /api/channels', { query: { limit: 200 } }, { signal }),
  }).data;
  const users = useQuery({
    queryKey: ['users'],
    queryFn: ({ signal }) => api('GET /api/users', { query: { limit: 200 } }, { signal }),
  }).data;
  const appearance = usePreferences();
  const themes = { light: t`Light`, dark: t`Dark`, auto: t`System` };
  const enters = { send: t`Enter sends`, line: t`Enter starts a new line` };
  const rows = { comfortable: t`comfortable`, compact: t`compact` };
  const durationText = useDurationText();
  const linkPreviews = useLinkPreviewTexts();
  const opening = useOpeningText()(client ? hoursOfChannel({ working_hours: null }, client) : null, useNow());
  const actions = currentUser?.user.providerData.length ?? 0;
  const onOff = (on: boolean) => (on ? t`On` : t`Off`);
  const userRulesText = ({ user_restrictions: rules }: NonNullable<typeof client>) =>
    plural(Object.values(rules).filter(Boolean).length, { 0: 'No limits', one: '# limit', other: '# limits' });
  const signInRulesText = (rules: NonNullable<typeof client>) => {
    const provider = rules.sign_in_provider !== null && t`Identity provider required`;
    const twoStep = rules.require_two_step_verification && t`Two-step verification required`;
    return listText([provider, twoStep].filter(Boolean)) || t`Any method`;
  };
  const accountsText = ({ accounts }: NonNullable<typeof currentUser>) => {
    const count = plural(accounts.length, { one: '# account', other: '# accounts' });
    const start = accounts.find((account) => account.is_default)?.name;
    return start === undefined ? count : t`${count}, ${start} opens first`;
  };
  const assistantsText = (connected: number | undefined) =>
    connected === undefined ? undefined : connected === 0 ? t`None connected` : t`${connected} connected`;
  const counted = (list: { data: unknown[]; next_cursor: string | null } | undefined) =>
    list && (list.next_cursor === null ? String(list.data.length) : `${list.data.length}+`);
  const regions = new Intl.DisplayNames(document.documentElement.lang, { type: 'region' });
  const onPage = usePreviewsOfPages();
  const inLists = usePreviewsOfLists();
  return {
    ...onPage,
    ...inLists,
    name: currentUser?.user.displayName,
    email: currentUser?.user.email,
    password:
      currentUser && plural(actions, { 0: 'By email only', one: '# way to sign in', other: '# ways to sign in' }),
    'two-step': currentUser && onOff(currentUser.two_step_verification),
    'sign-in-rules': client && signInRulesText(client),
    assistants: assistantsText(sessions?.filter(({ application }) => application !== null).length),
    sessions: sessions && plural(sessions.length, { one: '# session', other: '# sessions' }),
    region:
      currentUser &&
      `${ownNameOf(preferredLanguage())}, ${regions.of(currentUser.formats.region ?? browserRegion()) ?? ''}`,
    'time-zone': currentUser && (currentUser.time_zone ?? t`Same as device`),
    appearance: `${themes[appearance.theme]}, ${rows[appearance.density]}, ${enters[appearance.enter]}`,
    'offline-copy': limitText(cacheBytesOfSession()),
    accounts: currentUser && accountsText(currentUser),
    business: client && `${client.name}, ${regions.of(client.country) ?? client.country}`,
    hours: client && (client.working_hours === null ? t`Not set` : (opening ?? undefined)),
    'user-rules': client && userRulesText(client),
    joining: client && onOff(client.join_by_domain),
    invitations: client && (client.invitation_branding.name || client.name),
    assignment: client && (client.assignment_rule === null ? t`Not assigned` : t`Members in turn`),
    'who-replies': client && (client.only_assignee_replies ? t`Only the assigned member` : t`Any member`),
    currency: client?.currency,
    'closing-soon': client && durationText(client.closing_soon_minutes),
    'reply-targets': client && (client.reply_targets.targets.length === 0 ? t`Off` : t`On`),
    'auto-close':
      client && (client.auto_close_rule === null ? t`Off` : durationText(client.auto_close_rule.after_minutes)),
    'link-previews': client && linkPreviews[client.link_previews],
    ratings: client && (client.rating_rule === null ? t`Off` : t`On`),
    'opt-out-words':
      client && plural(client.opt_out_words.length, { 0: 'None', one: '# language', other: '# languages' }),
    'opt-out-answers': client && onOff(client.opt_out_answers.on),
    channels: counted(channels),
    team: counted(users),
    fields: client && plural(client.custom_fields.length, { 0: 'None yet', one: '# attribute', other: '# attributes' }),
  };
}
