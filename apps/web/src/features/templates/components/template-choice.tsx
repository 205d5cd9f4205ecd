import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Channel, DefaultTemplateUse, Template } from '@parley/contract/types';
import { type KeyboardEvent, useState } from 'react';
import { listText } from '../../../platform/formats.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { bodyOf, type OfferedTemplate, offeredTemplates } from '../data/offered-templates.ts';
import { useCategoryLabels } from '../data/use-category-labels.ts';
import { useStatusText } from '../data/use-status-text.ts';
import styles from './templates.module.css';

export type TemplateChoiceProps = {
  /** All templates of the channel; those that cannot be sent now are left out. */
  templates: readonly Template[];
  /** The channel's default. */
  defaultOf: Channel['default_templates'][DefaultTemplateUse];
  /** The earlier choice, which is no longer available. */
  before: string | null;
  onChoose: (id: string) => void;
};

/** Accounts have up to 6,000 templates: more rows than these would delay every key. */
const shownAtOnce = 50;

/** The templates that can be sent: filtered by typing, selected with arrows, chosen with Enter. */
export function TemplateChoice({ templates, defaultOf, before, onChoose }: TemplateChoiceProps) {
  const { t } = useLingui();
  const [search, setSearch] = useState('');
  const statusText = useStatusText();
  const offered = offeredTemplates(templates, defaultOf?.id ?? null, search);
  const count = offered.length;
  const [most, setMost] = useState(shownAtOnce);
  const more = Math.max(0, count - most);
  const next = Math.min(more, shownAtOnce);
  const isOffered = templates.some(({ id, status }) => id === defaultOf?.id && status === 'ACTIVE');
  return (
    <search className={styles.choice} onKeyDown={moveInList}>
      {defaultOf !== null && !isOffered && (
        <Banner tone="warn">
          {statusText(
            defaultOf.name,
            templates.find(({ id }) => id === defaultOf.id),
          )}
        </Banner>
      )}
      {defaultOf === null && before !== null && (
        <Banner tone="warn">{t`The chosen template can no longer be sent.`}</Banner>
      )}
      <SearchBox
        label={t`Find a template`}
        value={search}
        onChange={(text) => {
          setSearch(text);
          setMost(shownAtOnce);
        }}
      />
      <p className="visually-hidden" role="status">
        {t`${plural(count, { one: '# template to choose from', other: '# templates to choose from' })}`}
      </p>
      {count === 0 ? (
        <p className={styles.quiet}>{t`No templates match. Try fewer words.`}</p>
      ) : (
        <ul className={styles.list} aria-label={t`Templates`}>
          {offered.slice(0, most).map((each) => (
            <li key={each.template.id}>
              <Row offered={each} onChoose={onChoose} />
            </li>
          ))}
          {more > 0 && (
            <li>
              <Button size="sm" onClick={() => setMost(most + shownAtOnce)}>
                {t`Show ${next} more of ${more}`}
              </Button>
            </li>
          )}
        </ul>
      )}
    </search>
  );
}

function Row({
  offered: { template, isDefault, unfillable },
  onChoose,
}: { offered: OfferedTemplate } & Pick<TemplateChoiceProps, 'onChoose'>) {
  const { t } = useLingui();
  const categoryLabels = useCategoryLabels();
  const blocked = unfillable.length > 0;
  const parts = listText(unfillable);
  return (
    <button
      type="button"
      className={styles.row}
      aria-disabled={blocked || undefined}
      onClick={() => !blocked && onChoose(template.id)}
    >
      <span className={styles.rowTop}>
        <bdi className={styles.name}>{template.name}</bdi>
        {isDefault && <Badge tone="info">{t`Suggested first`}</Badge>}
        <span className={styles.quiet}>
          {[template.language, categoryLabels(template.category)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <bdi className={styles.excerpt}>{bodyOf(template.components)}</bdi>
      {blocked && (
        <span className={styles.quiet}>
          {template.components === null
            ? t`Not synced from WhatsApp yet. Sync the templates first.`
            : t`Can’t be sent from here. It has parts that can only be filled in through the API (${parts}).`}
        </span>
      )}
    </button>
  );
}

/** Arrows move from the field to the rows and from row to row. */
function moveInList(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const field = event.currentTarget.querySelector<HTMLElement>('input[type="search"]');
  const rows = event.currentTarget.querySelectorAll<HTMLElement>('ul button');
  const stops = [...(field === null ? [] : [field]), ...rows];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = stops[Math.max(0, at + step)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
