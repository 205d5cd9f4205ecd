import type { FieldFrameProps } from '../field.tsx';
import type { Day } from './typed-date.ts';

export type DateFieldProps = FieldFrameProps & {
  value: Day | null;
  onChange: (value: Day | null) => void;
  min?: Day;
  max?: Day;
  placeholder?: string;
  disabled?: boolean;
};
