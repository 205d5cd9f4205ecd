import { useLingui } from '@lingui/react/macro';
import type { Message } from '@parley/contract/types';
import {
  IconArrowForwardUp,
  IconExternalLink,
  IconShoppingBag,
  IconSpeakerphone,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { smallIcon } from '../../../ui/icon.ts';
import { useThread } from '../../sync/public.ts';
import styles from './message-origin.module.css';
import { senderName } from './participants.ts';
import { readText } from './read-text.ts';

/** Above the content: forwarded, from an ad, or deleted. Empty for most messages. */
export function MessageOrigin({ message }: { message: Message }) {
  const { t } = useLingui();
  const { forwarded, product, referral, revoked_at: revokedAt } = message;
  return (
    <>
      {revokedAt !== undefined && (
        <span className={styles.line}>
          <IconTrash {...smallIcon} />
          <DeletedWords message={message} />
        </span>
      )}
      {forwarded !== undefined && (
        <span className={styles.line}>
          <IconArrowForwardUp {...smallIcon} />
          {forwarded === 'often' ? t`Forwarded many times` : t`Forwarded`}
        </span>
      )}
      {referral !== undefined && <Referral referral={referral} picture={message.ad_picture_url} />}
      {product !== undefined && (
        <span className={styles.line}>
          <IconShoppingBag {...smallIcon} />
          {t`About the product ${readText(product, 'product_retailer_id')}`}
        </span>
      )}
    </>
  );
}

/** Who deleted it, which in a group need not be its author. */
function DeletedWords({ message }: { message: Message }) {
  const { t } = useLingui();
  const thread = useThread(message.thread_id);
  const { direction, revoked_by: by } = message;
  const isGroup = thread?.group !== undefined;
  if (by === 'us' || (!isGroup && direction === 'OUTGOING')) return t`Deleted in the phone app`;
  if (!isGroup) return t`Deleted by the customer`;
  if (by === undefined) return t`This message was deleted`;
  const sender = senderName(thread, by);
  return sender === null ? t`Deleted by a former participant` : t`Deleted by ${sender}`;
}

/** The ad or post that the customer tapped, with a link to it. */
function Referral({ referral, picture }: { referral: Record<string, unknown>; picture: string | undefined }) {
  const { t } = useLingui();
  const [broken, setBroken] = useState(false);
  const headline = readText(referral, 'headline') || readText(referral, 'body');
  const address = readText(referral, 'source_url');
  const isAd = readText(referral, 'source_type') === 'ad';
  const words = isAd ? t`From an ad` : t`From a post`;
  return (
    <span className={styles.line}>
      {picture === undefined || broken ? (
        <IconSpeakerphone {...smallIcon} />
      ) : (
        <img
          className={styles.picture}
          src={picture}
          alt=""
          width={48}
          height={48}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      )}
      <span>
        {words}
        {headline !== '' && (
          <>
            {': '}
            <bdi>{headline}</bdi>
          </>
        )}{' '}
        {/^https:\/\//.test(address) && (
          <a className={styles.link} href={address} target="_blank" rel="noopener noreferrer">
            {t`Open`}
            <IconExternalLink {...smallIcon} size={13} />
          </a>
        )}
      </span>
    </span>
  );
}
