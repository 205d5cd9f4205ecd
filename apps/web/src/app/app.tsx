import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { RouterProvider } from '@tanstack/react-router';
import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle } from '../platform/when-idle.ts';
import { router } from './router.ts';

export function App() {
  const Deferred = useDeferred();
  return (
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router} />
      {Deferred && <Deferred />}
    </I18nProvider>
  );
}

/** Loads its code after the first screen can be used. */
function useDeferred(): ComponentType | null {
  const [deferred, setDeferred] = useState<{ part: ComponentType } | null>(null);
  useEffect(() => {
    // Pages work without it; a reload tries again.
    whenIdle()
      .then(() => import('./deferred/global-overlays.tsx'))
      .then(({ GlobalOverlays }) => setDeferred({ part: GlobalOverlays }))
      .catch(() => undefined);
  }, []);
  return deferred?.part ?? null;
}
