import { useLingui } from '@lingui/react/macro';
import type { Template } from '@parley/contract/types';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { accountStorage } from '../../../platform/account-storage.ts';
import { listText } from '../../../platform/formats.ts';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable, type TableState } from '../../../ui/table/data-table.tsx';
import { useFewColumns } from '../../../ui/table/use-few-columns.ts';
import { useTableLayout } from '../../../ui/table/use-table-layout.ts';
import { useDateLabels } from '../../../ui/use-date-labels.ts';
import { useRows } from '../../sync/public.ts';
import { bodyOf } from '../data/offered-templates.ts';
import type { useTemplateUsage } from '../data/template-lists.ts';
import { buttonTitles, headerOf } from '../data/template-parts.ts';
import { useCategoryLabels } from '../data/use-category-labels.ts';
import { useHeaderLabels, useQualityLabels } from '../data/use-facet-labels.ts';
import { useLanguageName } from '../data/use-language-name.ts';
import { useUseWords } from '../data/use-use-words.ts';
import styles from './pages.module.css';
import { TemplateBadge } from './template-badge.tsx';

export type TemplateTableProps = {
  label: string;
  table: ReturnType<typeof useTemplateTable>;
  templates: readonly Template[];
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
  const open = ({ id }: Template) => void navigate({ to: '/templates/whatsapp', search: { template: id } });
  return (
    <DataTable
      label={props.label}
      table={props.table}
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

/** @param name under which the layout is kept */
export function useTemplateTable(name: string, usage: ReturnType<typeof useTemplateUsage>) {
  return useTableLayout(name, useTemplateColumns(usage), accountStorage());
}

function useTemplateColumns(usage: ReturnType<typeof useTemplateUsage>): Column<Template>[] {
  const { t, i18n } = useLingui();
  const days = useDateLabels();
  const wordsOfUse = useUseWords();
  const language = useLanguageName();
  const category = useCategoryLabels();
  const quality = useQualityLabels();
  const header = useHeaderLabels();
  const channels = useRows('channels');
  const few = useFewColumns();
  const share = (part: number, whole: number) =>
    whole === 0 ? '–' : i18n.number(part / whole, { style: 'percent', maximumFractionDigits: 0 });
  return [
    {
      id: 'name',
      title: t`Name`,
      width: 185,
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
      width: 124,
      phone: 'detail',
      cell: (template) => <TemplateBadge template={template} />,
    },
    { id: 'language', title: t`Language`, width: 132, cell: (row) => language(row.language) },
    { id: 'category', title: t`Category`, width: 90, cell: (row) => category(row.category) || '–' },
    {
      id: 'quality',
      title: t`Quality`,
      width: 72,
      hidden: few,
      cell: (row) => quality[row.quality ?? ''] ?? '–',
    },
    { id: 'header', title: t`Header`, width: 90, hidden: true, cell: (row) => header[headerOf(row)] ?? '–' },
    {
      id: 'buttons',
      title: t`Buttons`,
      width: 140,
      hidden: true,
      cell: ({ components }) => <bdi>{listText(buttonTitles(components)) || '–'}</bdi>,
    },
    {
      id: 'channel',
      title: t`Channel`,
      width: 140,
      hidden: true,
      cell: ({ waba_id: waba }) => <bdi>{channels.find((row) => row.waba_id === waba)?.channel_label ?? waba}</bdi>,
    },
    {
      id: 'used',
      title: t`Used in`,
      width: 110,
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
      hidden: few,
      align: 'end',
      cell: ({ id }) => share(usage(id).tapped, usage(id).sent),
    },
    {
      id: 'replied',
      title: t`Replied`,
      width: 72,
      hidden: few,
      align: 'end',
      cell: ({ id }) => share(usage(id).replied, usage(id).sent),
    },
    {
      id: 'last',
      title: t`Last used`,
      width: 96,
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
    {
      id: 'updated',
      title: t`Updated`,
      width: 90,
      align: 'end',
      hidden: true,
      cell: ({ status_at, fetched_at }) => {
        const at = [status_at, fetched_at]
          .filter((each) => each !== null)
          .toSorted()
          .at(-1);
        return at === undefined ? (
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
