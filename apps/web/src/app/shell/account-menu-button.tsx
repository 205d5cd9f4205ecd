import { type ReactNode, useState } from 'react';
import { lazyComponent } from '../../platform/lazy-component.tsx';

const AccountMenu = lazyComponent(() => import('../deferred/account-menu.tsx').then((module) => module.AccountMenu), {
  fallback: null,
});

/**
 * Opens the account menu, whose code loads on hover or focus. `withPages` adds the pages that phones have no room for.
 */
export function AccountMenuButton(props: { className: string; withPages?: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const prepare = () => void AccountMenu.preload().catch(() => undefined);
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
      {open && <AccountMenu withPages={props.withPages ?? false} onClose={() => setOpen(false)} />}
    </>
  );
}
