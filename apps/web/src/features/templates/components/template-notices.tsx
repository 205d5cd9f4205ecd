import { useLingui } from '@lingui/react/macro';
import { findDenial } from '@parley/contract/permissions';
import type { Template } from '@parley/contract/types';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { accountStorage } from '../../../platform/account-storage.ts';
import { setNavBadge } from '../../../ui/nav-badges.ts';
import { toast } from '../../../ui/toast.ts';
import { useDateLabels } from '../../../ui/use-date-labels.ts';
import { AccountProvider, useAccess, useAccount, useCurrentAccount, useRows } from '../../sync/public.ts';
import { type TemplateUpdate, templateUpdate, updatesForAll, withProblem } from '../data/template-updates.ts';
import { useCategoryLabels } from '../data/use-category-labels.ts';

const seenKey = 'templates-seen';

/** No part of the start, whose requests everybody waits for. */
const readAfterMs = 15_000;

/** Tells in the recent activity what WhatsApp did to templates, and counts in the rail those that need attention. */
export function TemplateNotices() {
  const account = useCurrentAccount();
  if (account === null) return null;
  return (
    <AccountProvider value={account}>
      <Watching />
    </AccountProvider>
  );
}

function Watching() {
  const account = useAccount();
  const edits = findDenial(useAccess(), 'templates.edit') === null;
  const navigate = useNavigate();
  const words = useUpdateWords();
  const rows = useRows('templates') as readonly Template[];
  /** What was last known of each; null until those with a problem are read. */
  const known = useRef<Map<string, Template> | null>(null);
  const [, setRead] = useState(0);
  useEffect(() => {
    let stopped = false;
    const read = async () => {
      const lists = withProblem.map((status) => account.api('GET /api/templates', { query: { status, limit: 200 } }));
      const answers = await Promise.all(lists);
      if (stopped) return;
      known.current = new Map(answers.flatMap(({ data }) => data).map((row) => [row.id, row]));
      setRead((count) => count + 1);
    };
    // Without an answer there are no notices; the next start tries again.
    const timer = setTimeout(() => void read().catch(() => undefined), readAfterMs);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [account]);

  const first = useRef(true);
  useEffect(() => {
    const before = known.current;
    if (before === null) return;
    for (const row of rows) {
      const last = before.get(row.id) ?? null;
      if (last !== null && last.version >= row.version) continue;
      before.set(row.id, row);
      const update = first.current && last === null ? null : templateUpdate(last, row, Date.now());
      if (update === null || (!edits && !updatesForAll.includes(update))) continue;
      const view = () => void navigate({ to: '/templates/whatsapp', search: { template: row.id } });
      toast({ message: words(update, row), action: { label: words.view, run: view, undoes: false } });
    }
    first.current = false;
  });

  const here = useRouterState({ select: ({ location }) => location.pathname.startsWith('/templates') });
  const seenAt = useRef(accountStorage().get(seenKey) ?? '');
  useEffect(() => {
    if (here) {
      seenAt.current = new Date().toISOString();
      accountStorage().set(seenKey, seenAt.current);
    }
    const problems = [...(known.current?.values() ?? [])].filter(({ status }) => withProblem.includes(status));
    const unseen = problems.filter(({ status_at: at }) => at !== null && at > seenAt.current);
    setNavBadge('/templates', here ? 0 : unseen.length);
  });
  useEffect(() => () => setNavBadge('/templates', 0), []);
  return null;
}

function useUpdateWords() {
  const { t } = useLingui();
  const days = useDateLabels();
  const label = useCategoryLabels();
  const words = (update: TemplateUpdate, template: Template): string => {
    const { name, paused_until: until, next_category_at: from, quality } = template;
    const [category, next] = [label(template.category), label(template.next_category)];
    switch (update) {
      case 'approved':
        return t`${name} approved by WhatsApp`;
      case 'category':
        return t`${name} is now in the category ${category}`;
      case 'category_soon':
        return from === null ? t`${name} becomes ${next}` : t`${name} becomes ${next} on ${days.day(from)}`;
      case 'disabled':
        return t`${name} disabled by WhatsApp`;
      case 'paused':
        return until === null ? t`${name} paused by WhatsApp` : t`${name} paused until ${days.short(until)}`;
      case 'quality':
        return quality === 'RED' ? t`Quality of ${name} is low` : t`Quality of ${name} fell to medium`;
      case 'rejected':
        return t`${name} rejected by WhatsApp`;
      case 'resumed':
        return t`${name} can be sent again`;
    }
  };
  return Object.assign(words, { view: t`View` });
}
