import { useLingui } from '@lingui/react/macro';
import { contentLimits, isNamedContent } from '@parley/contract/template-content';
import { variableNames } from '@parley/contract/template-fill';
import { IconBold, IconItalic, IconStrikethrough, IconVariable } from '@tabler/icons-react';
import { useRef } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { TextAreaField, TextField } from '../../../../ui/field.tsx';
import { icon, smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import styles from './editor.module.css';
import type { FieldsProps } from './fields-props.ts';

/** The text with its variables, and a sample for each. */
export function BodyFields({ editor, errorOf, limit = contentLimits.body }: FieldsProps & { limit?: number }) {
  const { t, i18n } = useLingui();
  const frame = useRef<HTMLDivElement>(null);
  const { content } = editor.values;
  const { body, samples } = content;
  const names = variableNames(body);
  const area = () => frame.current?.querySelector('textarea') ?? null;
  /** Puts marks around what is selected. */
  const wrap = (before: string, after = before) => {
    const field = area();
    if (field === null) return;
    const { selectionStart: from, selectionEnd: to } = field;
    editor.setContent({ body: `${body.slice(0, from)}${before}${body.slice(from, to)}${after}${body.slice(to)}` });
    requestAnimationFrame(() => {
      field.focus();
      field.setSelectionRange(from + before.length, to + before.length);
    });
  };
  const addVariable = () => {
    const field = area();
    const at = field?.selectionEnd ?? body.length;
    const isNamed = isNamedContent(content);
    const variable = isNamed ? `{{value_${names.length + 1}}}` : `{{${names.length + 1}}}`;
    const space = at > 0 && !/\s$/.test(body.slice(0, at)) ? ' ' : '';
    editor.setContent({ body: `${body.slice(0, at)}${space}${variable}${body.slice(at)}` });
    requestAnimationFrame(() => {
      const end = at + space.length + variable.length;
      field?.focus();
      field?.setSelectionRange(end, end);
    });
  };
  return (
    <div className={styles.group}>
      <div ref={frame}>
        <TextAreaField
          label={t`Text`}
          note={t`${i18n.number(body.length)} of ${i18n.number(limit)}`}
          dir="auto"
          rows={5}
          value={body}
          error={errorOf('body')}
          onChange={(event) => editor.setContent({ body: event.target.value })}
        />
      </div>
      <div className={styles.tools}>
        <IconButton size="sm" label={t`Bold`} onClick={() => wrap('*')}>
          <IconBold {...icon} />
        </IconButton>
        <IconButton size="sm" label={t`Italic`} onClick={() => wrap('_')}>
          <IconItalic {...icon} />
        </IconButton>
        <IconButton size="sm" label={t`Strikethrough`} onClick={() => wrap('~')}>
          <IconStrikethrough {...icon} />
        </IconButton>
        <Button size="sm" variant="plain" onClick={addVariable}>
          <IconVariable {...smallIcon} />
          {t`Add variable`}
        </Button>
      </div>
      {names.map((name) => (
        <TextField
          key={name}
          label={t`Sample for ${`{{${name}}}`}`}
          dir="auto"
          value={samples[name] ?? ''}
          error={errorOf(`samples.${name}`)}
          onChange={(event) => editor.setContent({ samples: { ...samples, [name]: event.target.value } })}
        />
      ))}
    </div>
  );
}
