import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { RouterProvider } from '@tanstack/react-router';
import { type ComponentType, useEffect, useState } from 'react';
import { router } from './router.ts';

export function App() {
  const Late = useLate();
  return (
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router} />
      {Late && <Late />}
    </I18nProvider>
  );
}

/** Loads its code after the first page has started to load. */
function useLate(): ComponentType | null {
  const [late, setLate] = useState<{ part: ComponentType } | null>(null);
  useEffect(() => {
    // Pages work without it; a reload tries again.
    import('./deferred/global-overlays.tsx')
      .then(({ GlobalOverlays }) => setLate({ part: GlobalOverlays }))
      .catch(() => undefined);
  }, []);
  return late?.part ?? null;
}
