import { useLingui } from '@lingui/react/macro';
import { contentLimits, type HeaderFormat } from '@parley/contract/template-content';
import { variableNames } from '@parley/contract/template-fill';
import { TextField } from '../../../../ui/field.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import styles from './editor.module.css';
import type { FieldsProps } from './fields-props.ts';
import { SampleFile } from './sample-file.tsx';

/** The header: a text with one variable, or a file with its sample. */
export function HeaderFields({ editor, errorOf }: FieldsProps) {
  const { t } = useLingui();
  const { header } = editor.values.content;
  const set = (part: Partial<typeof header>) => editor.setContent({ header: { ...header, ...part } });
  const [variable] = variableNames(header.text);
  const error = errorOf('header');
  const isText = header.format === 'TEXT';
  return (
    <div className={styles.group}>
      <span className={styles.label}>{t`Header`}</span>
      <Segments<HeaderFormat>
        label={t`Header`}
        segments={[
          { value: 'NONE', label: t`None` },
          { value: 'TEXT', label: t`Text` },
          { value: 'IMAGE', label: t`Picture` },
          { value: 'VIDEO', label: t`Video` },
          { value: 'DOCUMENT', label: t`Document` },
          { value: 'LOCATION', label: t`Location` },
        ]}
        value={header.format}
        onChange={(format) => set({ format, handle: '' })}
      />
      {isText && (
        <TextField
          label={t`Header text`}
          note={t`${header.text.length} of ${contentLimits.header}`}
          dir="auto"
          value={header.text}
          error={error}
          onChange={(event) => set({ text: event.target.value })}
        />
      )}
      {isText && variable !== undefined && (
        <TextField
          label={t`Sample for ${`{{${variable}}}`} in the header`}
          dir="auto"
          value={header.sample}
          onChange={(event) => set({ sample: event.target.value })}
        />
      )}
      {!isText && header.format !== 'NONE' && header.format !== 'LOCATION' && (
        <SampleFile
          key={header.format}
          channelId={editor.values.channelId}
          format={header.format}
          handle={header.handle}
          error={error}
          onHandle={(handle) => set({ handle })}
        />
      )}
    </div>
  );
}
