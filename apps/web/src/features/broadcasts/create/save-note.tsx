import { useLingui } from '@lingui/react/macro';
import { useServerWords } from '../../../ui/request-words.ts';
import styles from './create.module.css';
import type { DraftKeeper, SaveState } from './draft-keeper.ts';

/** Whether what stands on the page is kept, and where. */
export function SaveNote({ keeper, save }: { keeper: DraftKeeper; save: SaveState }) {
  const { t } = useLingui();
  const words = useServerWords();
  return (
    <span role="status" className={styles.saveNote}>
      {save.kind === 'untouched' && t`Not begun`}
      {save.kind === 'saved' && t`Saved`}
      {save.kind === 'saving' && t`Saving`}
      {save.kind === 'offline' && t`Kept on this device; saved when the server answers`}
      {save.kind === 'conflict' && t`Not saved: somebody else changed it too`}
      {save.kind === 'refused' && (
        <>
          <span className={styles.bad}>{t`Not saved: ${words(save.error)}`}</span>{' '}
          <button type="button" className={styles.link} onClick={() => keeper.again()}>{t`Try again`}</button>
        </>
      )}
    </span>
  );
}
