import texts from 'virtual:flow-texts';
import { useLingui } from '@lingui/react/macro';
import { languages } from '@parley/contract/languages';
import { type TextCatalogue, textCatalogue, translateText } from '@parley/contract/translate-text';
import type { FlowProblem } from '@parley/contract/types';
import { useEffect, useState } from 'react';

/** The server's words for problems in a language; null for English, and where they cannot be loaded. */
export async function loadProblemTexts(locale: string): Promise<TextCatalogue | null> {
  const language = languages.find((one) => one === locale);
  const file = await texts[locale]?.().catch(() => undefined);
  return language === undefined || file === undefined ? null : textCatalogue(language, file.default);
}

/** Says problems that were found in the browser in the page's language, as the server says its own. */
export function useProblemTexts(): (problems: FlowProblem[]) => FlowProblem[] {
  const { i18n } = useLingui();
  const { locale } = i18n;
  const [catalogue, setCatalogue] = useState<TextCatalogue | null>(null);
  useEffect(() => {
    let left = false;
    void loadProblemTexts(locale).then((loaded) => !left && setCatalogue(loaded));
    return () => {
      left = true;
    };
  }, [locale]);
  return (problems) =>
    catalogue === null
      ? problems
      : problems.map((problem) => ({ ...problem, msg: translateText(catalogue, problem.msg) }));
}
