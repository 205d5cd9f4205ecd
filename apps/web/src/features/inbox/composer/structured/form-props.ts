/** The form of one kind of message. `channelId`: where it is sent. */
export type KindFormProps<Draft> = FormProps<Draft> & { channelId: string };

/** Fields of a draft. */
export type FormProps<Draft> = {
  draft: Draft;
  /** A function gets the draft as it is by then, for what takes time. */
  change: (part: Partial<Draft> | ((before: Draft) => Partial<Draft>)) => void;
  /** The error of a field, by its path. */
  errorOf: (field: string) => string | null;
};
