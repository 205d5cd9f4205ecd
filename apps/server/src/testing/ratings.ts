import type { Rating, RatingRule, Thread } from '@parley/contract/types';
import { textFromCustomer } from '@parley/whatsapp-fixtures';
import { rows } from './automations.ts';
import { freshWamid, nowS, until, type World } from './world.ts';

/** Asks at once, after every conversation. */
export const ratingRule: RatingRule = {
  ...{ scale: 5, delay_minutes: 0, every_days: 0, comments: true },
  texts: [
    { language: 'en', question: 'How did we do?', button: 'Rate', thanks: 'Thank you! What could be better?' },
    { language: 'de', question: 'Wie waren wir?', button: 'Bewerten', thanks: '' },
  ],
};

export const putRatingRule = (world: World, rule: RatingRule | null) =>
  world.api('PUT /api/client', { body: { rating_rule: rule } });

export const markDone = (world: World, thread: Pick<Thread, 'id'>) =>
  world.api('PUT /api/threads/{id}', { params: { id: thread.id }, body: { state: 'DONE' } });

type Question = { body: { text: string }; action: { sections?: { rows: Reply[] }[]; buttons?: { reply: Reply }[] } };
type Reply = { id: string; title: string };

/** The newest questions for a rating in a conversation, once there are so many: their text and their answers. */
export async function questionsIn(world: World, thread: Pick<Thread, 'id'>, atLeast = 1) {
  const found = await until(async () => {
    const sent = await rows<{ content: Question }>(
      world,
      `select content from messages where thread_id = $1 and type = 'interactive' and created_by = 'bot' order by sort_at`,
      [thread.id],
    );
    return sent.length >= atLeast && sent;
  });
  return found.map(({ content: { body, action } }) => ({
    text: body.text,
    answers: action.sections?.[0]?.rows ?? action.buttons?.map(({ reply }) => reply) ?? [],
  }));
}

/** The customer taps an answer. */
export async function customerRates(world: World, from: string, answer: Reply): Promise<void> {
  const value = textFromCustomer({ id: freshWamid(), from, body: '', name: 'Amara Okafor', timestampS: nowS() });
  const [message] = (value as unknown as { messages: Record<string, unknown>[] }).messages;
  if (message === undefined) throw new Error('a value without a message');
  delete message['text'];
  Object.assign(message, { type: 'interactive', interactive: { type: 'list_reply', list_reply: answer } });
  await world.deliver(value);
}

export async function ratingsOf(world: World, thread: Pick<Thread, 'id'>): Promise<Rating[]> {
  return (await world.api('GET /api/ratings', { query: { thread_id: thread.id } })).body.data;
}
