import { useLingui } from '@lingui/react/macro';
import { Button } from '../../../ui/button.tsx';
import { useClient } from '../../settings/public.ts';
import { type Recommendable, recommendedFor } from '../data/recommended.ts';
import styles from './webhooks.module.css';

/** What to begin with, by the answers of the setup wizard. */
export function Recommendations({ onOpen }: { onOpen: (side: Recommendable) => void }) {
  const { t } = useLingui();
  const client = useClient().data;
  if (client === undefined) return null;
  const names: Record<Recommendable, string> = {
    incoming: t`Take orders from your shop`,
    links: t`Put WhatsApp on your website`,
    outgoing: t`Send events to your systems`,
    sources: t`Import contacts on a schedule`,
    zapier: t`Connect tools without code`,
  };
  return (
    <section className={styles.recommended} aria-label={t`Recommended`}>
      <p>{t`Recommended for your business:`}</p>
      {recommendedFor(client.industry, client.team_size).map((side) => (
        <Button key={side} onClick={() => onOpen(side)}>
          {names[side]}
        </Button>
      ))}
    </section>
  );
}
