/** A form of one kind of message. */
export type FormProps<Draft> = {
  draft: Draft;
  /** A function gets the draft as it is by then, for what takes time. */
  change: (part: Partial<Draft> | ((before: Draft) => Partial<Draft>)) => void;
  /** Whose catalogue products are of. */
  channelId: string;
  /** The error of a field, by its path. */
  errorOf: (field: string) => string | null;
};
