import { useLingui } from '@lingui/react/macro';
import { limitText } from '../../../ui/fields/file-rules.ts';
import type { FileProblem } from '../bubble/media/file-kinds.ts';

/** Why a picked file cannot be sent, as text, with what to do. */
export function useFileProblemText() {
  const { t } = useLingui();
  return {
    problem(problem: FileProblem): string {
      if (problem.why === 'empty') return t`This file is empty.`;
      if (problem.why === 'damaged') return t`Couldn’t open this file.`;
      if (problem.why === 'large') return t`Too large. WhatsApp’s limit is ${limitText(problem.mostBytes)}.`;
      return t`WhatsApp doesn’t support this file type.`;
    },
  };
}
