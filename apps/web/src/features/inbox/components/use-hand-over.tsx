import { type ReactNode, Suspense, useState } from 'react';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import type { HandOverDialogProps } from './hand-over-dialog.tsx';

/* Deferred: nothing is handed over at first. */
const HandOverDialog = lazyComponent<HandOverDialogProps>(() =>
  import('./hand-over-dialog.tsx').then((part) => part.HandOverDialog),
);

/** Asks for a note before conversations are assigned to somebody else. */
export function useHandOver(): { ask: (wanted: Omit<HandOverDialogProps, 'onClose'>) => void; dialog: ReactNode } {
  const [wanted, setWanted] = useState<Omit<HandOverDialogProps, 'onClose'> | null>(null);
  const dialog = wanted && (
    <Suspense>
      <HandOverDialog {...wanted} onClose={() => setWanted(null)} />
    </Suspense>
  );
  return { ask: setWanted, dialog };
}
