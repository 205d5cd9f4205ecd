import { lazy, type ReactNode, Suspense, useState } from 'react';
import { loadWords } from '../../platform/i18n.ts';

const loadMenu = async () => {
  const [module] = await Promise.all([import('../rest/account-menu.tsx'), loadWords('rest')]);
  return module;
};
const AccountMenu = lazy(() => loadMenu().then((module) => ({ default: module.AccountMenu })));

/** Opens the account menu. The menu's code comes when somebody reaches for it. `withPages` adds what phones have no room for. */
export function AccountMenuButton(props: { className: string; withPages?: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const prepare = () => void loadMenu().catch(() => undefined);
  return (
    <>
      <button
        type="button"
        className={props.className}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setOpen(true)}
      >
        {props.children}
      </button>
      {open && (
        <Suspense>
          <AccountMenu withPages={props.withPages ?? false} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
