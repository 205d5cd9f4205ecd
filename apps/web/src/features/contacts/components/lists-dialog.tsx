import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { useRows } from '../../sync/public.ts';
import { type ContactSelection, completeRowsOf } from '../data/contact-selection.ts';
import { useContactActions } from '../data/use-contact-actions.ts';
import styles from './dialogs.module.css';
import { ListDialogs } from './list-dialogs.tsx';
import { ListName } from './list-dot.tsx';

export type ListsDialogProps = { chosen: ContactSelection; onClose: (done: boolean) => void };

/** Adds contacts to lists or removes them from lists. */
export function ListsDialog({ chosen, onClose }: ListsDialogProps) {
  const { t } = useLingui();
  const lists = useRows('contact_lists');
  const actions = useContactActions();
  const [adds, setAdds] = useState(true);
  const [ids, setIds] = useState<readonly string[]>([]);
  const [making, setMaking] = useState(false);
  const countText = t`${plural(chosen.count, { one: '# contact', other: '# contacts' })}`;
  const run = () => {
    const act = { kind: adds ? ('add_lists' as const) : ('remove_lists' as const), contact_list_ids: [...ids] };
    void actions.many(chosen.selections, act, completeRowsOf(chosen));
    onClose(true);
  };
  return (
    <Dialog
      title={t`Lists of ${countText}`}
      onClose={() => onClose(false)}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{t`Cancel`}</Button>
          <Button variant="filled" blocked={ids.length === 0} onClick={run}>
            {adds ? t`Add ${countText}` : t`Remove ${countText}`}
          </Button>
        </>
      }
    >
      <Segments
        label={t`Next steps`}
        value={adds ? 'add' : 'remove'}
        onChange={(value) => setAdds(value === 'add')}
        segments={[
          { value: 'add', label: t`Add to lists` },
          { value: 'remove', label: t`Remove from lists` },
        ]}
      />
      <div className={styles.scroll}>
        {lists.length === 0 && <p className={styles.note}>{t`No lists yet.`}</p>}
        {lists.map((list) => (
          <Checkbox
            key={list.id}
            checked={ids.includes(list.id)}
            onChange={(event) => setIds(event.target.checked ? [...ids, list.id] : ids.filter((id) => id !== list.id))}
          >
            <ListName list={list} />
          </Checkbox>
        ))}
      </div>
      {adds && (
        <div className={styles.line}>
          <Button size="sm" onClick={() => setMaking(true)}>
            <IconPlus {...smallIcon} />
            {t`New list`}
          </Button>
        </div>
      )}
      {making && (
        <ListDialogs
          question={{ kind: 'new', onMade: ({ id }) => setIds([...ids, id]) }}
          onClose={() => setMaking(false)}
        />
      )}
    </Dialog>
  );
}
