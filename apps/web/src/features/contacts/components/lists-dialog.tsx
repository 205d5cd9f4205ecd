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
import { useContactActs } from '../use-contact-acts.ts';
import { allRowsOf, type Chosen } from './chosen.ts';
import styles from './dialogs.module.css';
import { ListQuestionDialog } from './list-dialogs.tsx';
import { ListName } from './list-dot.tsx';

export type ListsDialogProps = { chosen: Chosen; onClose: (done: boolean) => void };

/** Puts contacts into lists or takes them out of some. */
export function ListsDialog({ chosen, onClose }: ListsDialogProps) {
  const { t } = useLingui();
  const lists = useRows('contact_lists');
  const acts = useContactActs();
  const [adds, setAdds] = useState(true);
  const [ids, setIds] = useState<readonly string[]>([]);
  const [making, setMaking] = useState(false);
  const people = t`${plural(chosen.count, { one: '# contact', other: '# contacts' })}`;
  const run = () => {
    const act = { kind: adds ? ('add_lists' as const) : ('remove_lists' as const), contact_list_ids: [...ids] };
    void acts.many(chosen.selections, act, allRowsOf(chosen));
    onClose(true);
  };
  return (
    <Dialog
      title={t`Lists of ${people}`}
      onClose={() => onClose(false)}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{t`Cancel`}</Button>
          <Button variant="filled" blocked={ids.length === 0} onClick={run}>
            {adds ? t`Add ${people}` : t`Take ${people} out`}
          </Button>
        </>
      }
    >
      <Segments
        label={t`What to do`}
        value={adds ? 'add' : 'remove'}
        onChange={(value) => setAdds(value === 'add')}
        segments={[
          { value: 'add', label: t`Add to lists` },
          { value: 'remove', label: t`Take out of lists` },
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
        <ListQuestionDialog
          question={{ kind: 'new', onMade: ({ id }) => setIds([...ids, id]) }}
          onClose={() => setMaking(false)}
        />
      )}
    </Dialog>
  );
}
