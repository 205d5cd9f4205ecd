/** A form of one kind of message. */
export type FormProps<Draft> = {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  /** The error of a field, by its path. */
  errorOf: (field: string) => string | null;
};
