import { useLingui } from '@lingui/react/macro';
import { limitWords } from '../../ui/fields/file-rules.ts';
import type { FileProblem } from './file-kinds.ts';

/** What keeps a picked file from being sent, in words, with what would help. */
export function useFileWords() {
  const { t } = useLingui();
  return {
    problem(problem: FileProblem): string {
      if (problem.why === 'empty') return t`This file is empty.`;
      if (problem.why === 'damaged') return t`This file cannot be read.`;
      if (problem.why === 'large') return t`Too large: WhatsApp takes ${limitWords(problem.mostBytes)} at most.`;
      return t`WhatsApp does not take files of this type.`;
    },
  };
}
