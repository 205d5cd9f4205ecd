/** Who of the team. */
export type Author = 'dana' | 'omar';

/** A file of ours; what is said with it is its caption. */
export type SentFile = { type: 'image' | 'document'; name: string; mimeType: string; content: Buffer };

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
  /** Left unread: how the list looks in the morning. */
  unread?: true;
  steps: readonly Step[];
};

export const hours = (count: number): number => count * 60;
export const days = (count: number): number => count * 24 * 60;

/** The customer writes. */
export function them(ago: number, body: string, quotes?: number): Step {
  return { kind: 'them', ago, type: 'text', content: { body }, ...(quotes === undefined ? {} : { quotes }) };
}

/** The customer sends something else than words. */
export function theySend(ago: number, type: string, content: unknown, quotes?: number): Step {
  return { kind: 'them', ago, type, content, ...(quotes === undefined ? {} : { quotes }) };
}

/** The team answers, and the customer reads it. */
export function us(ago: number, body: string, by: Author = 'dana', quotes?: number): Step {
  return { kind: 'us', ago, by, body, ...(quotes === undefined ? {} : { quotes }) };
}

/** The team sends a file, and the customer reads it. */
export function usSend(ago: number, file: SentFile, caption: string, by: Author = 'dana'): Step {
  return { kind: 'us', ago, by, body: caption, file };
}

/** The team answers, and it gets no further than this. */
export function usUntil(until: 'sent' | 'delivered', ago: number, body: string, by: Author = 'dana'): Step {
  return { kind: 'us', ago, by, body, until };
}

/** The team answers, and it goes wrong: by an error code of WhatsApp, unknown, or held back. */
export function usWrong(goesWrong: 'unknown' | 'held' | number, ago: number, body: string, by: Author = 'dana'): Step {
  return { kind: 'us', ago, by, body, goesWrong };
}

/** The team writes to itself; names of its people and groups stand in braces: `{Omar Haddad}`. */
export function note(ago: number, body: string, by: Author = 'dana'): Step {
  return { kind: 'note', ago, by, body };
}

/** A reaction of the customer to the step of that number, from 0. */
export function theyReact(to: number, emoji: string): Step {
  return { kind: 'they-react', to, emoji };
}

export function weReact(to: number, emoji: string): Step {
  return { kind: 'we-react', to, emoji };
}
