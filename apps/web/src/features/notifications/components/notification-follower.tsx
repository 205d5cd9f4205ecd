import { useLingui } from '@lingui/react/macro';
import type { NotificationItem } from '@parley/contract/types';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { followTitleCount } from '../../../platform/title-count.ts';
import { toast } from '../../../ui/toast.ts';
import { AccountProvider, type LiveAccount, useAccount, useCurrentAccount } from '../../sync/public.ts';
import { followNotifications, markNotificationsRead, useNotifications } from '../data/notification-feed.ts';
import { soundOnce } from '../data/sound-once.ts';
import { followReplies, takeReplies } from '../data/take-replies.ts';
import { isOf, type NotificationTarget, pathOf, tagOf, targetIn, targetOf } from '../data/target.ts';
import { useNotificationText } from '../data/use-notification-text.ts';

/** Follows the notifications of the account: toasts, sound, and desktop notifications of a page in the background. */
export function NotificationFollower() {
  const account = useCurrentAccount();
  return account === null ? null : (
    <AccountProvider value={account}>
      <Follower />
    </AccountProvider>
  );
}

/** What the list of conversations does not show itself. */
const besides: readonly NotificationItem['kind'][] = [
  'mention',
  'assigned',
  'closing',
  'due',
  'overdue',
  'resolve_due',
  'resolve_overdue',
  'broadcast',
  'bot_loop',
  'automation_paused',
];

function Follower() {
  const { t } = useLingui();
  const router = useRouter();
  const account = useAccount();
  const textOf = useNotificationText();
  const open = (target: NotificationTarget) => void router.navigate({ href: pathOf(target) });

  const tell = (live: LiveAccount, fresh: NotificationItem[]) => {
    const visible = document.visibilityState === 'visible';
    const seen = visible && document.hasFocus() ? targetIn(router.state.location.href) : null;
    if (seen !== null && fresh.some((item) => isOf(item, seen))) {
      void markNotificationsRead(live, seen).catch(() => undefined);
    }
    const rest = fresh.filter((item) => !isOf(item, seen));
    const [first] = rest;
    if (first === undefined) return;
    void soundOnce(live);
    if (!visible) {
      for (const item of rest) void showOnDesktop(item, textOf(item));
      return;
    }
    // The list of conversations shows messages itself.
    const inInbox = router.state.location.pathname.startsWith('/inbox');
    const shown = rest.find(({ kind }) => !inInbox || besides.includes(kind));
    if (shown === undefined) return;
    const { title, detail } = textOf(shown);
    toast({
      message: detail === '' ? title : `${title}: ${detail}`,
      action: { label: t`Open`, undoes: false, run: () => open(targetOf(shown)) },
    });
  };
  const latest = useRef({ tell, open });
  useEffect(() => {
    latest.current = { tell, open };
  });
  useEffect(() => followNotifications(account, (fresh) => latest.current.tell(account, fresh)), [account]);
  useEffect(followTitleCount, []);
  useEffect(() => followReplies(account), [account]);
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const hear = (event: MessageEvent) => {
      const data = event.data as { type?: unknown; path?: unknown } | null;
      const target = data?.type === 'OPEN' ? targetIn(String(data.path)) : null;
      if (target === null) return;
      latest.current.open(target);
      void takeReplies(account);
    };
    navigator.serviceWorker.addEventListener('message', hear);
    return () => navigator.serviceWorker.removeEventListener('message', hear);
  }, [account]);
  // Opening a conversation, a broadcast or an automation clears what told of it, wherever it was opened from: also by its address,
  // before what tells of it was read.
  const ready = useNotifications(({ state }) => state === 'ready');
  useEffect(() => {
    const target = targetIn(router.state.location.href);
    if (ready && target !== null) void markNotificationsRead(account, target).catch(() => undefined);
  }, [account, router, ready]);
  useEffect(
    () =>
      router.subscribe('onResolved', ({ toLocation }) => {
        const target = targetIn(toLocation.href);
        if (target !== null) void markNotificationsRead(account, target).catch(() => undefined);
      }),
    [account, router],
  );
  return null;
}

/** With the tag of a pushed one, so that both are one. */
async function showOnDesktop(item: NotificationItem, text: { title: string; detail: string }): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const target = targetOf(item);
  await registration?.showNotification(text.title, {
    body: text.detail,
    tag: tagOf(target),
    icon: '/icon.svg',
    data: { path: pathOf(target), targetId: target.id },
  });
}
