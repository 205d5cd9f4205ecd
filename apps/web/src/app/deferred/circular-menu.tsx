import { useLingui } from '@lingui/react/macro';
import { IconBell, IconMoon, IconPencil, IconPlus, IconSearch, IconSun, IconX } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type CSSProperties, type FocusEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { choosePreferences } from '../../platform/preferences.ts';
import { useTheme } from '../../platform/theme-choice.ts';
import { useLiveKeys } from '../../ui/commands/live-keys.ts';
import { useEscape } from '../../ui/layer/use-escape.ts';
import frameStyles from '../shell/frame.module.css';
import { openOverlay } from '../shell/overlays.ts';
import { usePage } from '../use-page.ts';
import styles from './circular-menu.module.css';

/** The specification's scroll distance in px, after which the toolbar is out of sight. */
export const circularMenuAfterPx = 60;
/** The specification's maximum number of tools. */
export const mostTools = 4;

type Tool = { id: string; label: string; tip: string; icon: ReactNode; run: () => void };

/**
 * The toolbar's tools once the page is scrolled past the toolbar: a round button at the top that opens an arc. Only on
 * pages that scroll as a whole; the inbox has its own bars.
 */
export function CircularMenu() {
  const scrolled = useScrolledPast(circularMenuAfterPx);
  const typing = useTouchTyping();
  const page = usePage();
  const mayShow = page !== null && !page.path.startsWith('/inbox');
  if (!scrolled || typing || !mayShow) return null;
  return <Menu key={page.path} />;
}

function Menu() {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const tools = useTools().slice(0, mostTools);
  const notices = useNoticesHeight();

  useEffect(() => {
    if (!open) return;
    frame.current?.querySelector<HTMLElement>('[data-tool]')?.focus();
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointer);
    return () => document.removeEventListener('pointerdown', onPointer);
  }, [open]);
  const leave = () => {
    setOpen(false);
    button.current?.focus();
  };
  useEscape(open ? leave : undefined);

  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget instanceof Node && !frame.current?.contains(event.relatedTarget)) setOpen(false);
  };
  const label = open ? t`Close menu` : t`Tools`;
  return (
    <nav
      ref={frame}
      className={styles.menu}
      style={{ '--notices': `${notices}px` } as CSSProperties}
      aria-label={t`Page menu`}
      onBlur={onBlur}
      data-circular-menu
    >
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-expanded={open}
        aria-label={label}
        data-tip={open ? undefined : label}
        onClick={() => setOpen(!open)}
      >
        {open ? <IconX size={22} stroke={1.75} /> : <IconPlus size={22} stroke={1.75} />}
      </button>
      {open && (
        <ul className={styles.tools}>
          {tools.map((tool, index) => (
            <li key={tool.id}>
              <button
                type="button"
                data-tool={tool.id}
                className={styles.tool}
                style={{ '--angle': `${angleOf(index, tools.length)}deg` } as CSSProperties}
                aria-label={tool.label}
                data-tip={tool.tip}
                onClick={() => {
                  setOpen(false);
                  tool.run();
                }}
              >
                {tool.icon}
              </button>
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}

/** From directly beside the button (0°) to directly below it (90°). */
function angleOf(index: number, count: number): number {
  return count < 2 ? 45 : (90 * index) / (count - 1);
}

function useTools(): Tool[] {
  const { t } = useLingui();
  const router = useRouter();
  const dark = useTheme((theme) => theme.dark);
  const size = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;
  const keys = useLiveKeys();
  const tool = (id: string, label: string, command: string, icon: ReactNode, run: () => void): Tool => {
    const tip = keys[command] ? `${label}  ${keys[command]}` : label;
    return { id, label, tip, icon, run };
  };
  return [
    tool('search', t`Search and commands`, 'app.palette', <IconSearch {...size} />, () => openOverlay('palette')),
    tool(
      'message',
      t`New message`,
      'message.new',
      <IconPencil {...size} />,
      () => void router.navigate({ to: '/compose' }),
    ),
    tool('activity', t`Recent activity`, 'app.activity', <IconBell {...size} />, () => openOverlay('activity')),
    dark
      ? tool('theme', t`Light theme`, 'theme.light', <IconSun {...size} />, () => choosePreferences({ theme: 'light' }))
      : tool('theme', t`Dark theme`, 'theme.dark', <IconMoon {...size} />, () => choosePreferences({ theme: 'dark' })),
  ];
}

/** The height in px of the banners above the page, which stay in sight; the menu is below them. */
function useNoticesHeight(): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const notices = document.querySelector(`.${frameStyles.notices}`);
    if (notices === null) return;
    const observer = new ResizeObserver(() => setHeight(notices.getBoundingClientRect().height));
    observer.observe(notices);
    return () => observer.disconnect();
  }, []);
  return height;
}

function useScrolledPast(px: number): boolean {
  const [past, setPast] = useState(() => window.scrollY > px);
  useEffect(() => {
    const look = () => setPast(window.scrollY > px);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [px]);
  return past;
}

/** Whether a field has the focus on a device with an on-screen keyboard. */
function useTouchTyping(): boolean {
  const [typing, setTyping] = useState(false);
  useEffect(() => {
    const look = () => {
      const field = document.activeElement?.matches('input, textarea, select, [contenteditable]') ?? false;
      setTyping(field && window.matchMedia('(pointer: coarse)').matches);
    };
    document.addEventListener('focusin', look);
    document.addEventListener('focusout', look);
    return () => {
      document.removeEventListener('focusin', look);
      document.removeEventListener('focusout', look);
    };
  }, []);
  return typing;
}
