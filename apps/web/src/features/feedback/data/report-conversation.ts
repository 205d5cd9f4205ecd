import { api } from '../../../platform/api.ts';
import type { ReportConversation } from './report-body.ts';

const maxMessages = 10;

/** The newest messages of a conversation and whose they are, for a report that may include them. */
export async function readConversation(threadId: string): Promise<ReportConversation> {
  const thread = await api('GET /api/threads/{id}', { params: { id: threadId } });
  const [{ data }, contact] = await Promise.all([
    api('GET /api/threads/{id}/messages', { params: { id: threadId }, query: { limit: maxMessages } }),
    api('GET /api/contacts/{id}', { params: { id: thread.contact_id } }),
  ]);
  return {
    thread_id: threadId,
    contact: { name: contact.name, phone_number: contact.phone_number },
    messages: data.toReversed().map((message) => ({
      at: message.timestamp,
      direction: message.direction,
      type: message.type,
      text: (message.text?.body ?? '').slice(0, 5_000),
    })),
  };
}
