import { useLingui } from '@lingui/react/macro';
import { codeDisplay, writeContent } from '@parley/contract/template-content';
import {
  fillTemplate,
  listTemplateVariables,
  type TemplateDisplay,
  templateDisplay,
} from '@parley/contract/template-fill';
import type { LintFinding } from '@parley/contract/template-lint';
import type { Template } from '@parley/contract/types';
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { Segments } from '../../../../ui/segments.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { isMissing } from '../../data/missing-parts.ts';
import { usePreview } from '../../data/preview-context.ts';
import { useLanguageName } from '../../data/use-language-name.ts';
import { useLintWords } from '../../data/use-lint-words.ts';
import type { EditorValues } from '../../data/use-template-editor.ts';
import styles from './editor.module.css';
import { TranslationComparison } from './translation-comparison.tsx';

type Look = 'light' | 'dark' | 'rtl';

type EditorPreviewProps = {
  values: EditorValues;
  findings: readonly LintFinding[];
  /** Somebody tried to submit it: what is missing is a mistake. */
  tried: boolean;
  /** The other languages of the template. */
  rest: readonly Template[];
  /** Adds a quick reply with which people opt out; null where it has no place. */
  onOptOut: (() => void) | null;
};

/** The phone with the message as the customer sees it, and what reviewers would say. */
export function EditorPreview({ values, findings, tried, rest: remaining, onOptOut }: EditorPreviewProps) {
  const { t } = useLingui();
  const Preview = usePreview();
  const lintWords = useLintWords();
  const [look, setLook] = useState<Look>('light');
  const language = useLanguageName();
  const [besideId, setBesideId] = useState('');
  const dir = look === 'rtl' ? 'rtl' : 'ltr';
  const shade = look === 'dark' ? 'dark' : 'light';
  const beside = remaining.find(({ id }) => id === besideId);
  const name = values.name || t`New template`;
  const levelOf = (finding: LintFinding) => (!tried && isMissing(finding, values) ? 'missing' : finding.level);
  return (
    <aside className={styles.preview} data-beside={beside !== undefined || undefined} aria-label={t`Preview`}>
      <Segments
        size="sm"
        label={t`Appearance of the preview`}
        segments={[
          { value: 'light', label: t`Light` },
          { value: 'dark', label: t`Dark` },
          { value: 'rtl', label: t`Right to left` },
        ]}
        value={look}
        onChange={setLook}
      />
      <div className={styles.phones}>
        <div className={styles.phone} data-preview={shade} dir={dir}>
          <Preview label={t`Preview of ${name}`} name={name} display={sampleDisplay(values)} />
        </div>
        {beside !== undefined && <TranslationComparison values={values} other={beside} look={shade} dir={dir} />}
      </div>
      {remaining.length > 0 && (
        <SelectField
          label={t`Compare with`}
          choices={[
            { value: '', label: t`No other language` },
            ...remaining.map((row) => ({ value: row.id, label: language(row.language) })),
          ]}
          value={besideId}
          onChange={setBesideId}
        />
      )}
      <ul className={styles.lint} aria-label={t`Review check`}>
        {findings.map((finding) => (
          <li key={`${finding.code}/${finding.field}`} data-level={levelOf(finding)}>
            <LevelIcon level={levelOf(finding)} />
            <span>{lintWords(finding)}</span>
            {finding.code === 'opt_out_missing' && onOptOut !== null && (
              <Button size="sm" onClick={onOptOut}>{t`Add it`}</Button>
            )}
          </li>
        ))}
        {findings.length === 0 && (
          <li data-level="ok">
            <IconCircleCheck {...smallIcon} aria-hidden="true" />
            <span>{t`Ready to submit`}</span>
          </li>
        )}
      </ul>
    </aside>
  );
}

function LevelIcon({ level }: { level: LintFinding['level'] | 'missing' }) {
  const { t } = useLingui();
  if (level === 'missing') return <IconCircleDashed {...smallIcon} aria-label={t`Missing`} />;
  if (level === 'error') return <IconCircleX {...smallIcon} aria-label={t`Must be fixed`} />;
  return <IconAlertTriangle {...smallIcon} aria-label={t`Advice`} />;
}

/** The template filled with its samples; a missing one shows as FIX VALUE. */
export function sampleDisplay({ category, content }: Pick<EditorValues, 'category' | 'content'>): TemplateDisplay {
  if (category === 'AUTHENTICATION') return codeDisplay(content.code);
  const template = writeContent(content, category);
  const samples = listTemplateVariables(template).map(({ key, example }) => [key, example ?? ''] as const);
  return templateDisplay(template, fillTemplate(template, Object.fromEntries(samples)));
}
