import { useLingui } from '@lingui/react/macro';
import type { ImportSource } from '@parley/contract/types';
import { useState } from 'react';
import { listText } from '../../../platform/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useRows } from '../../sync/public.ts';
import { removeSource } from '../data/sources.ts';
import { SourceDialog } from './source-dialog.tsx';
import styles from './sources.module.css';
import { useScheduleText } from './use-schedule-text.ts';

/** The settings of a source, changing them, and removing it. */
export function SourceSettings({ source, onRemoved }: { source: ImportSource; onRemoved: () => void }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null);
  const lists = useRows('contact_lists').filter(({ id }) => source.rules.contact_list_ids.includes(id));
  const { rhythm } = useScheduleText(source);
  const { name } = source;
  const columns = source.mapping.filter(({ target }) => target !== 'ignore').map(({ column }) => column);
  return (
    <div className={styles.log}>
      <dl className={styles.facts}>
        <dt>{t({ message: 'Schedule', context: 'noun' })}</dt>
        <dd>{rhythm}</dd>
        <dt>{t`Access header`}</dt>
        <dd>{source.header_name ?? t`None`}</dd>
        <dt>{t`Columns`}</dt>
        <dd>
          <bdi>{listText(columns)}</bdi>
        </dd>
        <dt>{t`Lists`}</dt>
        <dd>
          <bdi>{lists.length === 0 ? t`None` : listText(lists.map((list) => list.name))}</bdi>
        </dd>
      </dl>
      <div className={styles.actions}>
        <Button onClick={() => setOpen('edit')}>{t`Edit`}</Button>
        <Button danger onClick={() => setOpen('remove')}>{t`Remove`}</Button>
      </div>
      {open === 'edit' && <SourceDialog source={source} onSaved={() => undefined} onClose={() => setOpen(null)} />}
      {open === 'remove' && (
        <ConfirmDialog
          title={t`Remove ${name}?`}
          confirm={t`Remove`}
          keep={t`Cancel`}
          onClose={() => setOpen(null)}
          onConfirm={async () => {
            await removeSource(source.id);
            onRemoved();
            toast({ message: t`${name} removed` });
          }}
        >
          <p>{t`The file is no longer imported. The access header and the log of runs are deleted; imported contacts and imports stay.`}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
