import { useLingui } from '@lingui/react/macro';
import type { SessionTemplate, Template } from '@parley/contract/types';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { findReplies } from '../data/session-rules.ts';
import { filterTemplates, noFilter } from '../data/template-filter.ts';
import styles from './pages.module.css';
import { ReplyTable } from './session/reply-table.tsx';
import { TemplateTable, type useTemplateTable } from './template-table.tsx';

type OverviewResultsProps = {
  search: string;
  templates: readonly Template[];
  replies: readonly SessionTemplate[];
  table: ReturnType<typeof useTemplateTable>;
};

/** What was searched for, among the templates of both kinds. */
export function OverviewResults({ search, templates, replies, table }: OverviewResultsProps) {
  const { t, i18n } = useLingui();
  const found = filterTemplates(templates, { ...noFilter, search });
  const foundReplies = findReplies(replies, search);
  if (found.length + foundReplies.length === 0) {
    return (
      <EmptyState title={t`No matching templates`}>
        <p>{t`No templates or saved replies match.`}</p>
      </EmptyState>
    );
  }
  return (
    <>
      {found.length > 0 && (
        <>
          <h2 className={styles.heading}>
            {t`WhatsApp`} <span>{i18n.number(found.length)}</span>
          </h2>
          <div className={styles.table}>
            <TemplateTable label={t`WhatsApp`} table={table} templates={found} />
          </div>
        </>
      )}
      {foundReplies.length > 0 && (
        <>
          <h2 className={styles.heading}>
            {t`Session`} <span>{i18n.number(foundReplies.length)}</span>
          </h2>
          <div className={styles.table}>
            <ReplyTable label={t`Session`} replies={foundReplies} />
          </div>
        </>
      )}
    </>
  );
}
