import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ContactList, ContactRow } from '@parley/contract/types';
import { IconArrowsJoin, IconDownload, IconEdit, IconList, IconSpeakerphone, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { type Command, useCommands } from '../../../ui/commands/commands.ts';
import { smallIcon } from '../../../ui/icon.ts';
import { BulkBar } from '../../../ui/table/table-bars.tsx';
import type { SelectionState } from '../../../ui/table/use-selection.ts';
import { toast } from '../../../ui/toast.ts';
import { useRefusal } from '../../team/public.ts';
import { useBroadcastTo } from '../data/broadcast-audience.ts';
import { completeRowsOf } from '../data/contact-selection.ts';
import { audienceOf, selectionsOf, type TableQuery } from '../data/table-query.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { ListsDialog } from './lists-dialog.tsx';
import { MergeDialog } from './merge/merge-dialog.tsx';
import { SetFieldDialog } from './set-field-dialog.tsx';

const commands: Command[] = [
  { id: 'contacts.lists', group: 'list', title: msg`Lists of the selected contacts`, keys: 'shift+l', icon: IconList },
];

/** The most contacts the server merges in one call, including the one that remains. */
const maxMerged = 21;

export type ContactsBulkProps = {
  selection: SelectionState;
  query: TableQuery;
  rows: readonly ContactRow[];
  /** The list the table shows; deleting asks about it. */
  list: ContactList | null;
  onExport: (selection: SelectionState) => void;
};

/**
 * The actions of the selection. Bulk operations run in the background; the strip above the table shows their progress.
 */
export function ContactsBulk({ selection, query, rows, list, onExport }: ContactsBulkProps) {
  const { t } = useLingui();
  const [asking, setAsking] = useState<'lists' | 'field' | 'merge' | 'delete' | null>(null);
  const edits = useRefusal('contacts.edit') === null;
  const deletes = useRefusal('contacts.delete') === null;
  const exports = useRefusal('contacts.export') === null;
  const broadcasts = useRefusal('broadcasts.use') === null;
  const broadcastTo = useBroadcastTo();
  useCommands(commands, selection.count > 0 && edits ? { 'contacts.lists': () => setAsking('lists') } : {});
  const chosen = {
    count: selection.count,
    selections: selectionsOf(selection.selection, query),
    // The rows are known only if they were selected one by one.
    rows: selection.selection.all ? null : rows.filter(({ id }) => selection.has(id)),
  };
  const all = completeRowsOf(chosen);
  const few = all !== null && all.length >= 2 && all.length <= maxMerged ? all : null;
  const broadcast = () => {
    const audience = audienceOf(chosen.selections);
    if (audience !== null) return void broadcastTo(audience);
    toast({
      message: t`A broadcast takes up to 2,000 contacts selected one by one. Add them to a list and send to the list.`,
    });
  };
  const close = (done: boolean) => {
    setAsking(null);
    if (done) selection.clear();
  };
  return (
    <>
      <BulkBar selection={selection}>
        {edits && (
          <>
            <Button size="sm" aria-keyshortcuts="Shift+L" onClick={() => setAsking('lists')}>
              <IconList {...smallIcon} />
              {t`Lists`}
            </Button>
            <Button size="sm" onClick={() => setAsking('field')}>
              <IconEdit {...smallIcon} />
              {t`Set field`}
            </Button>
            {few !== null && deletes && (
              <Button size="sm" onClick={() => setAsking('merge')}>
                <IconArrowsJoin {...smallIcon} />
                {t`Merge`}
              </Button>
            )}
          </>
        )}
        {broadcasts && (
          <Button size="sm" onClick={broadcast}>
            <IconSpeakerphone {...smallIcon} />
            {t`Send broadcast`}
          </Button>
        )}
        {exports && (
          <Button size="sm" onClick={() => onExport(selection)}>
            <IconDownload {...smallIcon} />
            {t`Export`}
          </Button>
        )}
        {(deletes || (list !== null && edits)) && (
          <Button size="sm" danger onClick={() => setAsking('delete')}>
            <IconTrash {...smallIcon} />
            {t`Delete`}
          </Button>
        )}
      </BulkBar>
      {asking === 'lists' && <ListsDialog chosen={chosen} onClose={close} />}
      {asking === 'field' && <SetFieldDialog chosen={chosen} onClose={close} />}
      {asking === 'merge' && few !== null && (
        <MergeDialog contacts={few} onClose={(survivorId) => close(survivorId !== null)} />
      )}
      {asking === 'delete' && <DeleteDialog chosen={chosen} list={list} onClose={close} />}
    </>
  );
}
