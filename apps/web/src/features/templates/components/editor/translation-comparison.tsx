import { useLingui } from '@lingui/react/macro';
import type { Template } from '@parley/contract/types';
import { IconAlertTriangle } from '@tabler/icons-react';
import { smallIcon } from '../../../../ui/icon.ts';
import { exampleDisplay } from '../../data/example-display.ts';
import { usePreview } from '../../data/preview-context.ts';
import { type TranslationDifference, translationDifferences } from '../../data/translations.ts';
import { useLanguageName } from '../../data/use-language-name.ts';
import type { EditorValues } from '../../data/use-template-editor.ts';
import { TemplateBadge } from '../template-badge.tsx';
import styles from './editor.module.css';

type TranslationComparisonProps = { values: EditorValues; other: Template; look: 'dark' | 'light'; dir: 'ltr' | 'rtl' };

/** Another language beside the one that is written, and in what they differ besides their words. */
export function TranslationComparison({ values, other, look, dir }: TranslationComparisonProps) {
  const { t } = useLingui();
  const Preview = usePreview();
  const nameOf = useLanguageName();
  const language = nameOf(other.language);
  const words: Record<TranslationDifference, string> = {
    buttons: t`The buttons differ from ${language}.`,
    category: t`The category differs from ${language}.`,
    footer: t`Only one of the languages has a footer.`,
    header: t`The header differs from ${language}.`,
    variables: t`The variables differ from ${language}.`,
  };
  const differences = translationDifferences(values, other);
  return (
    <section aria-label={language} className={styles.comparison}>
      <h3>
        {language} <TemplateBadge template={other} />
      </h3>
      <div className={styles.phone} data-preview={look} dir={dir}>
        <Preview
          label={t`Preview of ${language}`}
          name={other.name}
          display={exampleDisplay({ ...other, ...other.draft })}
        />
      </div>
      {differences.length > 0 && (
        <ul className={styles.lint} aria-label={t`Differences between the languages`}>
          {differences.map((part) => (
            <li key={part} data-level="warning">
              <IconAlertTriangle {...smallIcon} aria-hidden="true" />
              <span>{words[part]}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
