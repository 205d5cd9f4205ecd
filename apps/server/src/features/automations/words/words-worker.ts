/** Compares words in a thread of its own. */
import { answerQuestions } from '../../../platform/threads/answer-questions.ts';
import type { IncomingText } from './incoming-text.ts';
import { matchWords, patternProblem, type WordList } from './match.ts';

export type WordsQuestion = { incoming: IncomingText; lists: readonly WordList[] } | { patterns: readonly string[] };
/** For each list the word that matches, for each pattern what is wrong with it; and the processor time of each. */
export type WordsAnswer = { found: string | null; ms: number }[];

function timed(find: () => string | null): WordsAnswer[number] {
  const before = process.threadCpuUsage();
  const found = find();
  const { user, system } = process.threadCpuUsage(before);
  return { found, ms: (user + system) / 1_000 };
}

answerQuestions<WordsQuestion, WordsAnswer>((question) =>
  'patterns' in question
    ? question.patterns.map((pattern) => timed(() => patternProblem(pattern)))
    : question.lists.map((list) => timed(() => matchWords(question.incoming, list))),
);
