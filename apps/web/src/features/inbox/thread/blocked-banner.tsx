import { useLingui } from '@lingui/react/macro';
import { IconBan } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Banner } from '../../../ui/banner.tsx';
import { icon } from '../../../ui/icon.ts';

export type BlockedBannerProps = {
  /** Who blocked the customer: the reader, a member by name, or null for someone unknown. */
  by: { you: true } | { name: string } | null;
  action: ReactNode;
};

/** Who blocked the customer; only here and in the menu they are unblocked. */
export function BlockedBanner({ by, action }: BlockedBannerProps) {
  const { t } = useLingui();
  const name = by !== null && 'name' in by ? by.name : '';
  const you = t`You blocked this customer. Their messages don’t arrive.`;
  const unknown = t`This customer is blocked. Their messages don’t arrive.`;
  const member = t`${name} blocked this customer. Their messages don’t arrive.`;
  return (
    <Banner tone="warn" icon={<IconBan {...icon} />} action={action}>
      {by === null ? unknown : 'you' in by ? you : member}
    </Banner>
  );
}
