import { useLingui } from '@lingui/react/macro';
import type { Template } from '@parley/contract/types';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { accountStorage } from '../../../platform/account-storage.ts';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable, type TableState } from '../../../ui/table/data-table.tsx';
import { useTableLayout } from '../../../ui/table/use-table-layout.ts';
import { useDateLabels } from '../../../ui/use-date-labels.ts';
import { bodyOf } from '../data/offered-templates.ts';
import type { useTemplateUsage } from '../data/template-lists.ts';
import { useCategoryLabels } from '../data/use-category-labels.ts';
import { useLanguageName } from '../data/use-language-name.ts';
import { useUseWords } from '../data/use-use-words.ts';
import styles from './pages.module.css';
import { TemplateBadge } from './template-badge.tsx';

export type TemplateTableProps = {
  label: string;
  /** Under which name the layout is kept. */
  name: string;
  templates: readonly Template[];
  usage: ReturnType<typeof useTemplateUsage>;
  state?: TableState;
  empty?: ReactNode;
  openId?: string | null;
  onOpen?: (template: Template) => void;
};

const idOf = ({ id }: Template) => id;
const nameOf = ({ name }: Template) => name;

/** WhatsApp templates with status, use and results. */
export function TemplateTable(props: TemplateTableProps) {
  const navigate = useNavigate();
  const columns = useTemplateColumns(props.usage);
  const table = useTableLayout(props.name, columns, accountStorage());
  const open = ({ id }: Template) => void navigate({ to: '/templates/whatsapp', search: { template: id } });
  return (
    <DataTable
      label={props.label}
      table={table}
      rows={props.templates}
      idOf={idOf}
      nameOf={nameOf}
      total={props.templates.length}
      state={props.state ?? { kind: 'ready' }}
      empty={props.empty ?? null}
      openId={props.openId ?? null}
      onOpen={props.onOpen ?? open}
    />
  );
}

function useTemplateColumns(usage: TemplateTableProps['usage']): Column<Template>[] {
  const { t, i18n } = useLingui();
  const days = useDateLabels();
  const wordsOfUse = useUseWords();
  const language = useLanguageName();
  const category = useCategoryLabels();
  const quality: Record<string, string> = { GREEN: t`High`, YELLOW: t`Medium`, RED: t`Low` };
  const share = (part: number, whole: number) =>
    whole === 0 ? '–' : i18n.number(part / whole, { style: 'percent', maximumFractionDigits: 0 });
  return [
    {
      id: 'name',
      title: t`Name`,
      width: 230,
      fixed: true,
      phone: 'title',
      cell: ({ name, components }) => (
        <span className={styles.name}>
          <bdi>{name}</bdi>
          <bdi>{bodyOf(components)}</bdi>
        </span>
      ),
    },
    {
      id: 'status',
      title: t`Status`,
      width: 140,
      phone: 'detail',
      cell: (template) => <TemplateBadge template={template} />,
    },
    { id: 'language', title: t`Language`, width: 110, cell: (row) => language(row.language) },
    { id: 'category', title: t`Category`, width: 100, cell: (row) => category(row.category) || '–' },
    { id: 'quality', title: t`Quality`, width: 80, cell: (row) => quality[row.quality ?? ''] ?? '–' },
    {
      id: 'used',
      title: t`Used in`,
      width: 120,
      cell: ({ id }) => {
        const [first, ...more] = usage(id).used_in;
        if (first === undefined) return <span className={styles.quiet}>–</span>;
        return <bdi>{more.length === 0 ? wordsOfUse(first) : t`${wordsOfUse(first)} + ${more.length}`}</bdi>;
      },
    },
    { id: 'sent', title: t`Sent`, width: 60, align: 'end', cell: ({ id }) => i18n.number(usage(id).sent) },
    { id: 'read', title: t`Read`, width: 62, align: 'end', cell: ({ id }) => share(usage(id).read, usage(id).sent) },
    {
      id: 'tapped',
      title: t`Tapped`,
      width: 70,
      align: 'end',
      cell: ({ id }) => share(usage(id).tapped, usage(id).sent),
    },
    {
      id: 'replied',
      title: t`Replied`,
      width: 72,
      align: 'end',
      cell: ({ id }) => share(usage(id).replied, usage(id).sent),
    },
    {
      id: 'last',
      title: t`Last used`,
      width: 90,
      align: 'end',
      cell: ({ id }) => {
        const at = usage(id).last_used_at;
        return at === null ? (
          '–'
        ) : (
          <time dateTime={at} title={days.exact(at)}>
            {days.short(at)}
          </time>
        );
      },
    },
  ];
}
