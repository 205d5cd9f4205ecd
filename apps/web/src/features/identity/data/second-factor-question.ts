import type { FieldError, Tokens } from '@parley/contract/types';
import { createStore } from '../../../platform/store.ts';

export type SecondFactorStep = {
  handle: string;
  /** What the user has; recovery codes work besides. */
  hasApp: boolean;
  hasPasskey: boolean;
  answer: (tokens: Tokens | null) => void;
};

/** The second step of a sign-in that is asked for now; null: none. */
export const useSecondFactorQuestion = createStore<SecondFactorStep | null>(null);

/** Asks for the second factor, wherever the sign-in began. @returns null when the user closed the question */
export function askSecondFactor(handle: string, fields: readonly FieldError[]): Promise<Tokens | null> {
  const has = (name: string) => fields.some(({ field }) => field === name);
  return new Promise((resolve) => {
    useSecondFactorQuestion.set({
      handle,
      hasApp: has('code'),
      hasPasskey: has('passkey'),
      answer(tokens) {
        useSecondFactorQuestion.set(null);
        resolve(tokens);
      },
    });
  });
}
