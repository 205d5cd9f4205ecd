import { useLingui } from '@lingui/react/macro';
import type { ContactList, ContactRow, CustomField } from '@parley/contract/types';
import { useMemo } from 'react';
import type { MenuAction } from '../../../ui/layer/menu.tsx';
import { actionsColumn } from '../../../ui/table/actions-column.ts';
import type { Column } from '../../../ui/table/column.ts';
import { useFewColumns } from '../../../ui/table/use-few-columns.ts';
import { RowMenu } from '../../team/public.ts';
import { contactName } from '../data/contact-name.ts';
import { fieldValue } from '../data/field-value.ts';
import { conditionFieldOf, originTitles } from '../data/filters.ts';
import { CampaignCell } from './campaign-cell.tsx';
import { ListsCell, NameCell, OptInCell, PhoneCell, TimeCell } from './contact-cells.tsx';

/** The number of custom fields shown in the table by default. */
const initialFieldCount = 1;
export type ContactColumnsOptions = {
  lists: readonly ContactList[];
  fields: readonly CustomField[];
  /** Phone numbers are masked for this member, who therefore cannot sort by them. */
  masked: boolean;
  actionsOf: (contact: ContactRow) => MenuAction[][];
};

/** The columns of the table; their ids are what the server sorts by. */
export function useContactColumns({ lists, fields, masked, actionsOf }: ContactColumnsOptions): Column<ContactRow>[] {
  const { t, i18n } = useLingui();
  const few = useFewColumns();
  return useMemo(
    () => [
      {
        id: 'name',
        title: t`Name`,
        width: 220,
        fixed: true,
        sortable: true,
        phone: 'title' as const,
        cell: (row: ContactRow) => <NameCell contact={row} />,
      },
      {
        id: 'phone_number',
        title: t`Phone`,
        width: 140,
        sortable: !masked,
        phone: 'detail' as const,
        cell: (row: ContactRow) => <PhoneCell contact={row} />,
      },
      {
        id: 'lists',
        title: t`Lists`,
        width: 148,
        sortable: true,
        cell: (row: ContactRow) => <ListsCell ids={row.contact_list_ids} lists={lists} />,
      },
      ...fields.map((field, place) => ({
        id: conditionFieldOf(field),
        title: field.name,
        width: 120,
        sortable: true,
        hidden: few || place >= initialFieldCount,
        ...(field.type === 'number' && { align: 'end' as const }),
        cell: (row: ContactRow) => <bdi>{fieldValue(row.custom_fields, field.name)}</bdi>,
      })),
      {
        id: 'opted_in_at',
        title: t`Opt-in`,
        width: 116,
        sortable: true,
        cell: (row: ContactRow) => <OptInCell contact={row} />,
      },
      {
        id: 'last_message_at',
        title: t`Last message`,
        width: 112,
        align: 'end' as const,
        sortable: true,
        cell: (row: ContactRow) => <TimeCell at={row.last_message_at} />,
      },
      {
        id: 'last_campaign',
        title: t`Last campaign`,
        width: 116,
        sortable: true,
        hidden: few,
        cell: (row: ContactRow) => <CampaignCell campaign={row.last_campaign} />,
      },
      {
        id: 'created_at',
        title: t`Created`,
        width: 100,
        align: 'end' as const,
        sortable: true,
        hidden: true,
        cell: (row: ContactRow) => <TimeCell at={row.created_at} />,
      },
      {
        id: 'origin',
        title: t`Origin`,
        width: 120,
        sortable: true,
        hidden: true,
        cell: (row: ContactRow) => {
          const title = originTitles[row.origin];
          return title ? i18n._(title) : row.origin;
        },
      },
      actionsColumn(t`Actions`, (row: ContactRow) => <RowMenu label={contactName(row)} groups={actionsOf(row)} />),
    ],
    [t, i18n, few, lists, fields, masked, actionsOf],
  );
}
