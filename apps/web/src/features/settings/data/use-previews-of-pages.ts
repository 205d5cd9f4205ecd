import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { session } from '../../../platform/browser-session.ts';
import { listText } from '../../../platform/formats.ts';
import { useKeyChoices } from '../../../platform/key-choices.ts';
import { writeTime } from '../../../ui/fields/typed-time.ts';
import { useMoney } from '../../reports/public.ts';
import { mayOpen, type Preview } from './settings-entries.ts';

/** The values of settings that are not part of the user or the account; those for Admins only if the user is one. */
export function usePreviewsOfPages(): Partial<Record<Preview, string>> {
  const { t, i18n } = useLingui();
  const money = useMoney();
  const state = session.state();
  const enabled = mayOpen({ from: 'Admin' }, state.status === 'signed-out' ? null : state.claims.role);
  const notifications = useQuery({
    queryKey: ['notification-settings'],
    queryFn: ({ signal }) => api('GET /api/notification-settings', {}, { signal }),
    staleTime: 0,
  }).data;
  const feedback = useQuery({
    queryKey: ['feedback-settings'],
    queryFn: ({ signal }) => api('GET /api/feedback-settings', {}, { signal }),
  }).data;
  const retention = useQuery({
    queryKey: ['retention'],
    queryFn: ({ signal }) => api('GET /api/retention', {}, { signal }),
    enabled,
  }).data;
  const broadcasts = useQuery({
    queryKey: ['broadcast-settings'],
    queryFn: ({ signal }) => api('GET /api/broadcast-settings', {}, { signal }),
    enabled,
  }).data;
  const keys = useQuery({
    queryKey: ['api-keys'],
    queryFn: async ({ signal }) => (await api('GET /api/api-keys', { query: { limit: 200 } }, { signal })).data,
    enabled,
  }).data;
  const provisioning = useQuery({
    queryKey: ['scim'],
    queryFn: ({ signal }) => api('GET /api/scim', {}, { signal }),
    enabled,
  }).data;
  const changedKeys = useKeyChoices((choices) => Object.keys(choices.keys).length);
  const singleKeys = useKeyChoices((choices) => choices.singleKeys);
  const quiet = notifications?.quiet;
  const [from, to] = [quiet?.from, quiet?.to].map((time) => writeTime(time ?? '', i18n.locale));
  return {
    notifications:
      notifications &&
      listText([notifications.sound ? t`Sound on` : t`Sound off`, ...(quiet?.on ? [t`quiet ${from}–${to}`] : [])]),
    shortcuts: listText([
      plural(changedKeys, { 0: 'Standard', one: '# changed', other: '# changed' }),
      ...(singleKeys ? [] : [t`single keys off`]),
    ]),
    'bug-reports':
      feedback &&
      (feedback.destination === 'file' ? t`Files on the server` : (feedback.sent_to ?? t`Stored in this account`)),
    retention:
      retention &&
      (retention.messages_days === null
        ? t`Not limited`
        : plural(retention.messages_days, { one: '# day', other: '# days' })),
    broadcasts:
      broadcasts &&
      (broadcasts.monthly_budget === null || broadcasts.currency === null
        ? t`No budget`
        : t`${money(broadcasts.monthly_budget, broadcasts.currency)} a month`),
    provisioning: provisioning && plural(provisioning.tokens.length, { 0: 'Off', one: '# token', other: '# tokens' }),
    'api-keys': keys && plural(keys.length, { 0: 'None yet', one: '# key', other: '# keys' }),
  };
}
