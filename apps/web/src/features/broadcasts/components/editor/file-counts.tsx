import { useLingui } from '@lingui/react/macro';
import type { CampaignFile, CampaignFileRow } from '@parley/contract/types';
import { useState } from 'react';
import audienceStyles from './audience.module.css';
import styles from './editor.module.css';
import { FileRowsDialog } from './file-rows-dialog.tsx';

/** How many rows can be sent to and how many cannot; each figure opens its rows. */
export function FileCounts({ row, mayOpen }: { row: CampaignFile; mayOpen: boolean }) {
  const { t, i18n } = useLingui();
  const [shown, setShown] = useState<{ kind: CampaignFileRow['kind']; title: string } | null>(null);
  const lines = [
    { kind: 'good', words: t`Rows with a phone number`, count: row.good },
    { kind: 'invalid', words: t`Rows without a valid number`, count: row.invalid },
    { kind: 'duplicate', words: t`Rows with a repeated number`, count: row.duplicates },
  ] as const;
  return (
    <>
      <ul className={audienceStyles.outcome} aria-label={t`Rows of the file`}>
        {lines
          .filter(({ kind, count }) => kind === 'good' || count > 0)
          .map(({ kind, words, count }) => {
            const number = i18n.number(count);
            return (
              <li key={kind}>
                {mayOpen && count > 0 ? (
                  <button
                    type="button"
                    className={styles.link}
                    onClick={() => setShown({ kind, title: `${words}: ${number}` })}
                  >
                    {words}
                  </button>
                ) : (
                  <span>{words}</span>
                )}{' '}
                <span className={audienceStyles.figure}>{number}</span>
              </li>
            );
          })}
      </ul>
      {row.good === 0 && (
        <p className={styles.bad}>{t`No row has a valid phone number. Check the column of the phone numbers.`}</p>
      )}
      {shown && <FileRowsDialog row={row} kind={shown.kind} title={shown.title} onClose={() => setShown(null)} />}
    </>
  );
}
