import { useLingui } from '@lingui/react/macro';
import { IconFile, IconReload, IconUpload, IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Field, type FieldFrameProps } from '../field.tsx';
import { icon, smallIcon } from '../icon.ts';
import { IconButton } from '../icon-button.tsx';
import styles from './file-field.module.css';
import { fileRule, limitText, sizeText } from './file-rules.ts';

/** One chosen file. `share` is how much of it has left, 0 to 1; null when it does not travel. */
export type ChosenFile = {
  id: string;
  name: string;
  sizeBytes: number;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  share?: number;
  /** Why it failed and the way out. */
  problem?: string;
};

export type FileFieldProps = FieldFrameProps & {
  files: readonly ChosenFile[];
  /** Called with files that keep the rules; the others are named under the field. */
  onAdd: (files: File[]) => void;
  onRemove: (id: string) => void;
  onRetry?: (id: string) => void;
  /** As the attribute of a file input: `.csv,.xlsx`, `image/*`. */
  accept?: string;
  /** What is accepted, in words; without it the file endings are named. */
  kinds?: string;
  maxBytes: number;
  /** How many there may be. Default 1. */
  most?: number;
  /** How many of these there are already, beside `files`. Default 0. */
  taken?: number;
};

/** Files by choosing, dropping or pasting, with the result of each. */
export function FileField({
  files,
  onAdd,
  onRemove,
  onRetry,
  accept,
  kinds,
  maxBytes,
  most = 1,
  taken = 0,
  ...frame
}: FileFieldProps) {
  const { t } = useLingui();
  const [over, setOver] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const rulesId = useId();

  const take = (given: Iterable<File>) => {
    const room = Math.max(0, most - taken - files.length);
    const { fine, tooLarge, wrongKind, tooMany } = fileRule([...given], { accept, maxBytes, room });
    const [large, wrong] = [tooLarge[0]?.name, wrongKind[0]?.name];
    if (large !== undefined) setRefusal(t`${large} is larger than ${limitText(maxBytes)}. Choose a smaller file.`);
    else if (wrong !== undefined) setRefusal(t`${wrong} has an unsupported file type.`);
    else if (tooMany > 0) setRefusal(t`Up to ${most}. Remove one first.`);
    else setRefusal(null);
    if (fine.length > 0) onAdd(fine);
  };
  usePastedFiles(take);
  return (
    <Field {...frame} error={frame.error ?? refusal}>
      {(ties) => (
        <div>
          {/* The whole ground is the file input’s own: pressing, dropping and the keyboard reach the same thing. */}
          <div className={styles.drop} data-over={over || undefined} data-wrong={ties['aria-invalid']}>
            <IconUpload {...icon} />
            <span className={styles.words}>
              <b>{t`Choose a file`}</b> {t`or drop or paste it here`}
              <span id={rulesId} className={styles.rule}>
                {[kinds ?? accept?.replaceAll(',', ', '), t`up to ${limitText(maxBytes)}`].filter(Boolean).join(' · ')}
              </span>
            </span>
            <input
              {...ties}
              type="file"
              accept={accept}
              multiple={most > 1}
              aria-describedby={[ties['aria-describedby'], rulesId].filter(Boolean).join(' ')}
              onDragEnter={() => setOver(true)}
              onDragLeave={() => setOver(false)}
              onDrop={() => setOver(false)}
              onChange={(event) => {
                take(event.target.files ?? []);
                // Choosing the same file again, after it was removed or fixed, must count as a change.
                event.target.value = '';
              }}
            />
          </div>
          {files.length > 0 && (
            <ul className={styles.files}>
              {files.map((file) => (
                <FileLine key={file.id} file={file} onRemove={onRemove} onRetry={onRetry} />
              ))}
            </ul>
          )}
        </div>
      )}
    </Field>
  );
}

/** Files pasted anywhere on the page but in a text field, for as long as the field is shown. */
function usePastedFiles(take: (files: Iterable<File>) => void): void {
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = event.clipboardData?.files;
      const inText = event.target instanceof Element && event.target.matches('input:not([type="file"]), textarea');
      if (files === undefined || files.length === 0 || inText) return;
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
}

function FileLine({ file, onRemove, onRetry }: Pick<FileFieldProps, 'onRemove' | 'onRetry'> & { file: ChosenFile }) {
  const { t } = useLingui();
  const percent = Math.round((file.share ?? 0) * 100);
  const words = {
    waiting: sizeText(file.sizeBytes),
    sending: t`${percent}% of ${sizeText(file.sizeBytes)}`,
    // Zero: an earlier upload, of which only the id is known.
    done: file.sizeBytes === 0 ? '' : sizeText(file.sizeBytes),
    failed: file.problem ?? t`Not sent. Try again.`,
  };
  return (
    <li className={file.state === 'failed' ? `${styles.file} ${styles.failed}` : styles.file}>
      <IconFile {...icon} />
      <span className={styles.name}>
        <bdi className="cut-off">{file.name}</bdi>
      </span>
      <span className={styles.state} role={file.state === 'failed' ? 'alert' : undefined}>
        {words[file.state]}
      </span>
      {file.state === 'sending' && (
        <span className={styles.bar} role="progressbar" aria-label={file.name} aria-valuenow={percent}>
          <i style={{ inlineSize: `${percent}%` }} />
        </span>
      )}
      <span className={styles.actions}>
        {file.state === 'failed' && onRetry && (
          <IconButton size="sm" label={t`Try again`} onClick={() => onRetry(file.id)}>
            <IconReload {...smallIcon} />
          </IconButton>
        )}
        <IconButton size="sm" label={t`Remove ${file.name}`} onClick={() => onRemove(file.id)}>
          <IconX {...smallIcon} />
        </IconButton>
      </span>
    </li>
  );
}
