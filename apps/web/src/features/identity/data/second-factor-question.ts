import type { Tokens } from '@parley/contract/types';
import { createStore } from '../../../platform/store.ts';

export type SecondFactorStep = { handle: string; answer: (tokens: Tokens | null) => void };

/** The second step of a sign-in that is asked for now; null: none. */
export const useSecondFactorQuestion = createStore<SecondFactorStep | null>(null);

/** Asks for the second factor, wherever the sign-in began. @returns null when the user closed the question */
export function askSecondFactor(handle: string): Promise<Tokens | null> {
  return new Promise((resolve) => {
    useSecondFactorQuestion.set({
      handle,
      answer(tokens) {
        useSecondFactorQuestion.set(null);
        resolve(tokens);
      },
    });
  });
}
