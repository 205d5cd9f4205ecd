import { parentPort } from 'node:worker_threads';
import type { FromThread } from './thread.ts';

/** Answers the questions of `startThread`; called by the script of a thread, once. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Answer | Promise<Answer>): void {
  if (parentPort === null) return;
  const port = parentPort;
  const say = (said: FromThread<Answer>) => port.postMessage(said);
  port.on('message', async (question: Question) => say({ answer: await answer(question) }));
  say({ ready: true });
}
