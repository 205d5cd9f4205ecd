import { useLingui } from '@lingui/react/macro';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import type { DraftStore, SaveState } from '../../data/editor/draft-store.ts';
import styles from './editor.module.css';

/** Whether the changes are saved, and where. */
export function SaveNote({ store, save }: { store: DraftStore; save: SaveState }) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  return (
    <span role="status" className={styles.saveNote}>
      {save.kind === 'untouched' && t`Draft`}
      {save.kind === 'saved' && t`Saved`}
      {save.kind === 'saving' && t`Saving`}
      {save.kind === 'offline' && t`Saved on this device; synced when the server responds`}
      {save.kind === 'conflict' && t`Not saved: someone else edited this too`}
      {save.kind === 'refused' && (
        <>
          <span className={styles.bad}>{t`Not saved: ${words(save.error)}`}</span>{' '}
          <button type="button" className={styles.link} onClick={() => store.retry()}>{t`Try again`}</button>
        </>
      )}
    </span>
  );
}
