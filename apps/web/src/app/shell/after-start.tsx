import { lazy, Suspense } from 'react';
import { loadWords } from '../../platform/i18n.ts';
import { whenIdle } from '../../platform/when-idle.ts';

/**
 * What every signed-in page has and none needs to be seen: keys, palette, circular menu, updates, push. Its code comes
 * when the screen stands and the browser has nothing better to do.
 */
const Rest = lazy(async () => {
  await whenIdle();
  // Without it the page still does what it is for; the next page tries again.
  const [module] = await Promise.all([import('../rest/rest.tsx'), loadWords('rest')]).catch(() => [null]);
  return { default: module?.Rest ?? Nothing };
});

function Nothing() {
  return null;
}

export function AfterStart() {
  return (
    <Suspense>
      <Rest />
    </Suspense>
  );
}
