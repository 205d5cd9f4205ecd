import { writeContent } from '@parley/contract/template-content';
import { libraryContent, templateLibrary } from '@parley/contract/template-library';
import { apiCall } from '../api-call.ts';

type Session = { token: string };

const replies = [
  {
    ...{ name: 'Thank you', shortcut: 'thanks', folder: '', uses: 14 },
    body: 'Thank you, {{FIRST_NAME}}. Have a good ride!',
  },
  {
    ...{ name: 'Opening hours', shortcut: 'hours', folder: 'Shop', uses: 9 },
    body: 'We are open Monday to Friday from 9:00 to 17:30, Saturday from 10:00 to 16:00.',
  },
  {
    ...{ name: 'How to find us', shortcut: 'map', folder: 'Shop', uses: 6 },
    body: 'We are at 14 Harbour Road, beside the lifeboat station. There are bike stands in front of the door.',
  },
  {
    ...{ name: 'Book a service', shortcut: 'service', folder: 'Workshop', uses: 4 },
    body: 'A service takes one day. Which day suits you?',
    buttons: ['Tomorrow', 'This week', 'Next week'],
  },
  {
    ...{ name: 'Brake check', shortcut: 'brakes', folder: 'Workshop', uses: 0 },
    body: 'Please send a photo of both brake pads from the side, then we can say what they need.',
  },
];
const ownReply = {
  ...{ name: 'Call me', shortcut: 'call', folder: '', private: true },
  body: 'This is easier on the phone. When may I call you?',
};

/** Saved replies of the team and of one member, and templates that are still being written. */
export async function seedTemplates(
  url: string,
  channelId: string,
  team: Record<'dana' | 'omar', Session>,
): Promise<void> {
  const { token } = team.dana;
  for (const { uses, ...reply } of replies) {
    const { id } = await apiCall<{ id: string }>(url, 'POST', '/api/session-templates', reply, token);
    for (let used = 0; used < uses; used++) {
      await apiCall(url, 'POST', `/api/session-templates/${id}/uses`, undefined, team.omar.token);
    }
  }
  await apiCall(url, 'POST', '/api/session-templates', ownReply, token);
  const drafts = templateLibrary.filter(({ topic }) => topic === 'feedback' || topic === 'appointment').slice(0, 2);
  for (const template of drafts) {
    for (const language of ['en', 'fr'] as const) {
      const { name, category } = template;
      const content = writeContent(libraryContent(template, language), category);
      const draft = { channel_id: channelId, name, language, category, ...content };
      await apiCall(url, 'POST', '/api/templates', draft, token);
    }
  }
}
