import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { limitText } from '../../../../ui/fields/file-rules.ts';
import { Progress } from '../../../../ui/progress.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { toast } from '../../../../ui/toast.ts';
import { type CacheUsage, type LiveAccount, minimumCacheBytes, useCurrentAccount } from '../../../sync/public.ts';
import { megabytesOf, parseMegabytes } from '../../data/cache-megabytes.ts';
import { cacheBytesOfSession, chooseCacheBytesOfSession } from '../../data/cache-of-session.ts';
import { SavedField } from '../saved/saved-field.tsx';
import styles from './personal.module.css';
import { Section } from './section.tsx';

/** How much of this account the browser may store, how much it stores now, and deleting it. */
export function OfflineCopySection() {
  const { t } = useLingui();
  const account = useCurrentAccount();
  return (
    <Section
      id="offline-copy"
      title={t`Offline copy`}
      lead={t`Conversations stored in this browser open at once and can be read offline. For this account in this browser only.`}
    >
      {account === null ? <Skeleton label={t`Reading`} shape="text" /> : <OfflineCopy account={account} />}
    </Section>
  );
}

function OfflineCopy({ account }: { account: LiveAccount }) {
  const { t } = useLingui();
  const [usage, setUsage] = useState<CacheUsage | null | undefined>(undefined);
  const [limit, setLimit] = useState(cacheBytesOfSession);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let left = false;
    const read = () =>
      account.cache.usage().then(
        (now) => !left && setUsage(now),
        () => !left && setUsage(null),
      );
    void read();
    const stop = account.store.topics.subscribe('cache', () => void read());
    return () => {
      left = true;
      stop();
    };
  }, [account]);
  if (usage === null) return <p>{t`This browser stores nothing for your next visit, as in a private window.`}</p>;
  const resize = async (bytes: number) => {
    chooseCacheBytesOfSession(bytes);
    setLimit(bytes);
    await account.cache.fit();
    account.store.topics.touch('cache');
  };
  const clear = async () => {
    setBusy(true);
    try {
      await account.clearCopy();
      toast({ message: t`Offline copy cleared. Drafts and unsent messages are still here.` });
    } catch {
      toast({ message: t`The browser couldn’t clear it. Reload the page and try again.` });
    } finally {
      setBusy(false);
    }
  };
  const lowest = megabytesOf(minimumCacheBytes);
  return (
    <div className={styles.stack}>
      {usage && (
        <Progress
          label={plural(usage.conversations, {
            0: 'No conversations stored',
            one: '# conversation stored',
            other: '# conversations stored',
          })}
          note={t`${limitText(usage.bytes)} of ${limitText(limit)}`}
          value={usage.bytes / limit}
        />
      )}
      <SavedField
        label={t`Maximum size in MB`}
        name="cache-bytes"
        inputMode="decimal"
        autoComplete="off"
        help={t`From ${lowest} MB. When it is full, conversations you haven’t opened for longest are removed first. Lists and settings always stay.`}
        saved={megabytesOf(limit)}
        check={(typed) =>
          parseMegabytes(typed, minimumCacheBytes) === null ? t`Enter a number of MB, ${lowest} to 10,000.` : null
        }
        save={(typed) => resize(parseMegabytes(typed, minimumCacheBytes) ?? limit)}
      />
      <p className={styles.buttons}>
        <Button busy={busy} onClick={() => void clear()}>
          {t`Clear the offline copy`}
        </Button>
      </p>
    </div>
  );
}
