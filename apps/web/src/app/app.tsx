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

/** Its code comes once the first page is on its way. */
function useLate(): ComponentType | null {
  const [late, setLate] = useState<{ part: ComponentType } | null>(null);
  useEffect(() => {
    // Without it pages work as they did before; a reload brings it.
    import('./late.tsx').then(({ Late }) => setLate({ part: Late })).catch(() => undefined);
  }, []);
  return late?.part ?? null;
}
