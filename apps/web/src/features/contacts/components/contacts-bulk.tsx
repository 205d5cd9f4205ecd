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
import { useNewBroadcast } from '../../broadcasts/public.ts';
import { useRefusal } from '../../team/public.ts';
import { MergeDialog } from '../merge/merge-dialog.tsx';
import { audienceOf, selectionsOf, type TableQuery } from '../table/table-query.ts';
import { allRowsOf } from './chosen.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { FieldDialog } from './field-dialog.tsx';
import { ListsDialog } from './lists-dialog.tsx';

const commands: Command[] = [
  { id: 'contacts.lists', group: 'list', title: msg`Lists of the selected contacts`, keys: 'shift+l', icon: IconList },
];

/** What the server merges in one call, the one who stays among them. */
const mostMerged = 21;

export type ContactsBulkProps = {
  selection: SelectionState;
  query: TableQuery;
  rows: readonly ContactRow[];
  /** The list the table shows, which deleting asks about. */
  list: ContactList | null;
  onExport: (selection: SelectionState) => void;
};

/** What can be done with all that are chosen. Every act goes on behind the answer and is followed above the table. */
export function ContactsBulk({ selection, query, rows, list, onExport }: ContactsBulkProps) {
  const { t } = useLingui();
  const [asking, setAsking] = useState<'lists' | 'field' | 'merge' | 'delete' | null>(null);
  const edits = useRefusal('contacts.edit') === null;
  const deletes = useRefusal('contacts.delete') === null;
  const exports = useRefusal('contacts.export') === null;
  const broadcasts = useRefusal('broadcasts.use') === null;
  const newBroadcast = useNewBroadcast();
  useCommands(commands, selection.count > 0 && edits ? { 'contacts.lists': () => setAsking('lists') } : {});
  const chosen = {
    count: selection.count,
    selections: selectionsOf(selection.selection, query),
    // Who they are is known only where they were chosen one by one.
    rows: selection.selection.all ? null : rows.filter(({ id }) => selection.has(id)),
  };
  const all = allRowsOf(chosen);
  const few = all !== null && all.length >= 2 && all.length <= mostMerged ? all : null;
  const broadcast = () => {
    const audience = audienceOf(chosen.selections);
    if (audience !== null) return void newBroadcast(audience);
    toast({
      message: t`A broadcast takes at most 2,000 people chosen one by one. Put them in a list and send to that.`,
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
            {few !== null && (
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
      {asking === 'field' && <FieldDialog chosen={chosen} onClose={close} />}
      {asking === 'merge' && few !== null && <MergeDialog contacts={few} onClose={(stays) => close(stays !== null)} />}
      {asking === 'delete' && <DeleteDialog chosen={chosen} list={list} onClose={close} />}
    </>
  );
}
