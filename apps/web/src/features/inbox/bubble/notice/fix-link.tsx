import { useLingui } from '@lingui/react/macro';
import type { FixPlace } from '@parley/contract/fix-places';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../../ui/button.tsx';

export type FixLinkProps = { place: Exclude<FixPlace, 'number'>; contact: string };

/** The page on which the next step of a message that was not sent is taken. */
export function FixLink({ place, contact }: FixLinkProps) {
  const { t } = useLingui();
  const look = buttonClass({ size: 'sm', variant: 'plain' });
  if (place === 'contact') {
    return (
      <Link to="/contacts/$id/edit" params={{ id: contact }} className={look}>
        {t`Open contact`}
      </Link>
    );
  }
  const [to, words] = {
    broadcasts: ['/broadcast/history', t`Open broadcasts`] as const,
    channels: ['/channels', t`Open channels`] as const,
    templates: ['/templates/whatsapp', t`Open templates`] as const,
  }[place];
  return (
    <Link to={to} className={look}>
      {words}
    </Link>
  );
}
