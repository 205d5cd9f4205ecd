import { useLingui } from '@lingui/react/macro';
import type { Template } from '@parley/contract/types';
import { Link, useNavigate } from '@tanstack/react-router';
import { SelectField } from '../../../../ui/select-field.tsx';
import { templateLanguages } from '../../data/template-languages.ts';
import { useLanguageName } from '../../data/use-language-name.ts';
import { TemplateBadge } from '../template-badge.tsx';
import styles from './editor.module.css';

export type TranslationBarProps = {
  translations: readonly Template[];
  /** Null: the new one that is written. */
  currentId: string | null;
  /** The language that is written. */
  language: string;
};

/** All languages of a template with their status; another is added as a copy of this one. */
export function TranslationBar({ translations, currentId, language }: TranslationBarProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const nameOf = useLanguageName();
  const free = templateLanguages.filter(
    (each) => each !== language && !translations.some((row) => row.language === each),
  );
  const source = currentId ?? translations[0]?.id;
  return (
    <div className={styles.translations}>
      <nav aria-label={t`Languages of this template`}>
        <ul>
          {translations.map((row) => (
            <li key={row.id}>
              <Link
                to="/templates/$id/edit"
                params={{ id: row.id }}
                className={styles.translation}
                aria-current={row.id === currentId ? 'page' : undefined}
              >
                <span>{nameOf(row.language)}</span>
                <TemplateBadge template={row} />
              </Link>
            </li>
          ))}
          {currentId === null && (
            <li>
              <span className={styles.translation} aria-current="page">
                {nameOf(language)}
              </span>
            </li>
          )}
        </ul>
      </nav>
      {currentId !== null && (
        <SelectField
          label={t`Add language`}
          choices={free.map((value) => ({ value, label: nameOf(value) }))}
          value=""
          onChange={(value) => void navigate({ to: '/templates/add', search: { from: source, language: value } })}
        />
      )}
    </div>
  );
}
