import { lazy, Suspense } from 'react';
import { Field, inputClass } from '../field.tsx';
import type { DateFieldProps } from './date-field-props.ts';

const Calendar = lazy(() => import('./date-field-kit.tsx').then((module) => ({ default: module.DateInputOfKit })));

/**
 * A day, typed in one's own way or picked from a calendar. The calendar's code comes with the first such field; the screen
 * stands within `KitScope`.
 */
export function DateField({ label, note, help, error, ...input }: DateFieldProps) {
  return (
    <Field label={label} note={note} help={help} error={error}>
      {(ties) => (
        // In the same shape, so that nothing moves when the calendar is there.
        <Suspense fallback={<input {...ties} type="text" disabled className={inputClass()} />}>
          <Calendar {...input} ties={ties} />
        </Suspense>
      )}
    </Field>
  );
}
