import { lazyComponent } from '../../../platform/lazy-component.tsx';
import type { SendLaterDialogProps } from './send-later-dialog.tsx';

/** The choice of a time, in a separate chunk: few messages are sent later. */
export const SendLaterDialog = lazyComponent<SendLaterDialogProps>(() =>
  import('./send-later-dialog.tsx').then((part) => part.SendLaterDialog),
);
