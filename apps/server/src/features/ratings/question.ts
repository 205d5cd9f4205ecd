import { textForNumber } from '@parley/contract/rating-languages';
import type { RatingRule } from '@parley/contract/types';
import { answerId } from './rating-answer.ts';

const faces = [
  { score: 5, title: '😊' },
  { score: 3, title: '😐' },
  { score: 1, title: '🙁' },
];
const stars = [5, 4, 3, 2, 1].map((score) => ({ score, title: '★'.repeat(score) + '☆'.repeat(5 - score) }));

/** The question as WhatsApp takes it: buttons for three answers, a list for five, best first. No answer has words. */
export function questionContent(rule: RatingRule, ratingId: string, phone: string | null): Record<string, unknown> {
  const text = textForNumber(rule.texts, phone);
  if (text === undefined) throw new Error('a rule without a question');
  const reply = ({ score, title }: { score: number; title: string }) => ({ id: answerId(ratingId, score), title });
  const body = { text: text.question };
  if (rule.scale === 3) {
    const buttons = faces.map((face) => ({ type: 'reply', reply: reply(face) }));
    return { type: 'button', body, action: { buttons } };
  }
  return { type: 'list', body, action: { button: text.button, sections: [{ rows: stars.map(reply) }] } };
}

/** What is sent after the answer; empty: nothing. */
export function thanksFor(rule: RatingRule, phone: string | null): string {
  return textForNumber(rule.texts, phone)?.thanks.trim() ?? '';
}
