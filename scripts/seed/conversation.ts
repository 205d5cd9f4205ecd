import type { SendMessageBody } from '@parley/contract/types';

/** Who of the team. */
export type Author = 'dana' | 'omar';

/** A file the team sends; its text is the caption. */
export type SentFile = { type: 'image' | 'document'; name: string; mimeType: string; content: Buffer };

export type SentContent = Pick<SendMessageBody, 'type' | 'location' | 'interactive'>;

/** One thing that happens in a conversation, so many minutes before the seed is made. */
export type Step =
  | { kind: 'them'; ago: number; type: string; content: unknown; quotes?: number }
  | {
      kind: 'us';
      ago: number;
      by: Author;
      body: string;
      quotes?: number;
      until?: 'sent' | 'delivered';
      file?: SentFile;
      /** A message that is more than text, in the shape of the API. */
      content?: SentContent;
    }
  | { kind: 'us'; ago: number; by: Author; body: string; goesWrong: 'unknown' | 'held' | number }
  | { kind: 'they-react' | 'we-react'; to: number; emoji: string }
  | { kind: 'note'; ago: number; by: Author; body: string };

export type Conversation = {
  name: string;
  /** Digits with the country code. */
  phone: string;
  username?: string;
  hidesNumber?: true;
  assignee?: Author;
  done?: true;
  /** Left unread, as in the morning. */
  unread?: true;
  steps: readonly Step[];
};

export const hours = (count: number): number => count * 60;
export const days = (count: number): number => count * 24 * 60;

/** The customer writes. */
export function customerWrites(ago: number, body: string, quotes?: number): Step {
  return { kind: 'them', ago, type: 'text', content: { body }, ...(quotes === undefined ? {} : { quotes }) };
}

/** The customer sends content other than text. */
export function customerSends(ago: number, type: string, content: unknown, quotes?: number): Step {
  return { kind: 'them', ago, type, content, ...(quotes === undefined ? {} : { quotes }) };
}

/** The team answers, and the customer reads it. */
export function teamWrites(ago: number, body: string, by: Author = 'dana', quotes?: number): Step {
  return { kind: 'us', ago, by, body, ...(quotes === undefined ? {} : { quotes }) };
}

/** The team sends a file, and the customer reads it. */
export function teamSends(ago: number, file: SentFile, caption: string, by: Author = 'dana'): Step {
  return { kind: 'us', ago, by, body: caption, file };
}

/** The team sends a location, buttons or a list, and the customer reads it. */
export function teamSendsContent(ago: number, content: SentContent, by: Author = 'dana'): Step {
  return { kind: 'us', ago, by, body: '', content };
}

/** The team answers, and it gets no further than this. */
export function teamWritesUntil(until: 'sent' | 'delivered', ago: number, body: string, by: Author = 'dana'): Step {
  return { kind: 'us', ago, by, body, until };
}

/** The team answers, and it fails: by an error code of WhatsApp, unknown, or on hold. */
export function teamWriteFails(
  goesWrong: 'unknown' | 'held' | number,
  ago: number,
  body: string,
  by: Author = 'dana',
): Step {
  return { kind: 'us', ago, by, body, goesWrong };
}

/** A note of the team; names of members and groups are in braces: `{Omar Haddad}`. */
export function note(ago: number, body: string, by: Author = 'dana'): Step {
  return { kind: 'note', ago, by, body };
}

/** A reaction of the customer to the step of that number, from 0. */
export function customerReacts(to: number, emoji: string): Step {
  return { kind: 'they-react', to, emoji };
}

export function teamReacts(to: number, emoji: string): Step {
  return { kind: 'we-react', to, emoji };
}
