import { type RefObject, useRef, useState } from 'react';
import { mayNeedCheck, spanOf, type VariableProblem } from './check-variables.ts';

type Check = (text: string, asTyped: readonly string[]) => Promise<VariableProblem | null>;

/**
 * Asks before sending whether the variables of a text can be filled in. What the member wants to stay as it stands is
 * kept until the text is sent.
 */
export function useVariableCheck(field: RefObject<HTMLTextAreaElement | null>, onCheck: Check | undefined) {
  const [problem, setProblem] = useState<VariableProblem | null>(null);
  const checking = useRef(false);
  const asTyped = useRef<readonly string[]>([]);
  const pressed = useRef<() => void>(() => undefined);

  /**
   * @param text of the field
   * @param words what is sent: the text and the captions of files
   * @param again what was pressed, repeated when the member lets a problem stay
   * @returns whether it can be sent; otherwise the problem is shown and selected
   */
  const passes = async (text: string, words: readonly string[], again: () => void): Promise<boolean> => {
    pressed.current = again;
    if (onCheck === undefined || !words.some(mayNeedCheck)) return true;
    if (checking.current) return false;
    checking.current = true;
    try {
      const found = await onCheck(words.join('\n'), asTyped.current);
      // The text changed meanwhile: the check does not apply to it.
      if (field.current?.value !== text) return false;
      setProblem(found);
      const span = found && spanOf(text, found);
      if (found !== null) field.current.focus();
      if (span !== null) field.current.setSelectionRange(...span);
      return found === null;
    } finally {
      checking.current = false;
    }
  };
  return {
    problem,
    passes,
    forget: () => setProblem(null),
    /** The problem stays as it stands, and what was pressed is done. */
    letStay: () => {
      if (problem !== null) asTyped.current = [...asTyped.current, problem.name];
      setProblem(null);
      pressed.current();
    },
    asTyped: () => asTyped.current,
    sent: () => {
      asTyped.current = [];
    },
  };
}
