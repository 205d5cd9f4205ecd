import { useLingui } from '@lingui/react/macro';
import type { Template } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { useDateLabels } from '../../../ui/use-date-labels.ts';
import { useRefusal } from '../../team/public.ts';
import type { useTemplateUsage } from '../data/template-lists.ts';
import { useCategoryLabels } from '../data/use-category-labels.ts';
import { useLanguageName } from '../data/use-language-name.ts';
import { useTemplateStatus } from '../data/use-template-status.ts';
import styles from './pages.module.css';
import { TemplateBadge } from './template-badge.tsx';

const problems = ['REJECTED', 'PAUSED', 'DISABLED', 'LIMIT_EXCEEDED'];

type TemplateProblemsProps = { templates: readonly Template[]; usage: ReturnType<typeof useTemplateUsage> };

/** Templates that WhatsApp rejected, paused, disabled or moves to another category. */
export function TemplateProblems({ templates, usage }: TemplateProblemsProps) {
  const { t, i18n } = useLingui();
  const found = templates.filter(({ status, next_category }) => problems.includes(status) || next_category !== null);
  if (found.length === 0) return null;
  return (
    <>
      <h2 className={styles.heading}>
        {t`Needs attention`} <span>{i18n.number(found.length)}</span>
      </h2>
      <ul className={styles.problems} aria-label={t`Needs attention`}>
        {found.map((template) => (
          <li key={template.id}>
            <Problem template={template} uses={usage(template.id).used_in.map(({ name }) => name)} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Problem({ template, uses }: { template: Template; uses: string[] }) {
  const { t, i18n } = useLingui();
  const days = useDateLabels();
  const language = useLanguageName();
  const category = useCategoryLabels();
  const { explanation } = useTemplateStatus()(template);
  const edits = useRefusal('templates.edit') === null;
  const { id, name, status, next_category: next, next_category_at: from, status_at: at } = template;
  const where = new Intl.ListFormat(i18n.locale).format(uses);
  const change = next === null || from === null ? '' : t`Becomes ${category(next)} on ${days.day(from)}.`;
  const facts = [at !== null && days.exact(at), template.status_reason, where !== '' && t`Used in ${where}`];
  return (
    <>
      <span>
        <TemplateBadge template={template} />
      </span>
      <span className={styles.cell}>
        <Link to="/templates/whatsapp" search={{ template: id }}>
          <bdi>{name}</bdi>
        </Link>
        <span className={styles.quiet}>{[language(template.language), category(template.category)].join(' · ')}</span>
      </span>
      <span className={styles.cell}>
        <span>{explanation || change}</span>
        <span className={styles.quiet}>{facts.filter(Boolean).join(' · ')}</span>
      </span>
      {edits && status === 'REJECTED' && (
        <Link to="/templates/$id/edit" params={{ id }} className={buttonClass({ size: 'sm' })}>
          {t`Fix and resubmit`}
        </Link>
      )}
      {edits && status === 'DISABLED' && (
        <Link to="/templates/add" search={{ from: id }} className={buttonClass({ size: 'sm' })}>
          {t`Duplicate and edit`}
        </Link>
      )}
      {edits && status === 'PAUSED' && (
        <Link to="/templates/$id/edit" params={{ id }} className={buttonClass({ size: 'sm' })}>
          {t`Edit`}
        </Link>
      )}
    </>
  );
}
