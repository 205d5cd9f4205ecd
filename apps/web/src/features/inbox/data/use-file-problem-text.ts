import { useLingui } from '@lingui/react/macro';
import { limitText } from '../../../ui/fields/file-rules.ts';
import type { FileProblem } from './file-kinds.ts';

/** Why a picked file cannot be sent, as text, with what to do. */
export function useFileProblemText() {
  const { t } = useLingui();
  return {
    problem(problem: FileProblem): string {
      if (problem.why === 'empty') return t`This file is empty.`;
      if (problem.why === 'damaged') return t`This file cannot be read.`;
      if (problem.why === 'large') return t`Too large: WhatsApp takes ${limitText(problem.mostBytes)} at most.`;
      return t`WhatsApp does not take files of this type.`;
    },
  };
}
