import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { IconPhone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { QueryScope } from '../../../platform/query.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useAccount } from '../../sync/public.ts';
import { useCallWish } from '../bubble/call-wish.ts';
import styles from './contact-panel.module.css';
import { usePermissionText } from './use-permission-text.ts';

type CallFactProps = { thread: Thread };

/** Whether the customer may be called, among the facts of the conversation, and the button that calls them. */
export function CallFact(props: CallFactProps) {
  return (
    <QueryScope>
      <Fact {...props} />
    </QueryScope>
  );
}

/** Read again with every message of the customer: their answer is one. */
function Fact({ thread }: CallFactProps) {
  const { t } = useLingui();
  const account = useAccount();
  const permissionText = usePermissionText();
  const { data } = useQuery({
    queryKey: ['call-permission', thread.id, thread.last_message?.id],
    placeholderData: (before) => before,
    queryFn: () => account.api('GET /api/threads/{id}/call-permission', { params: { id: thread.id } }),
  });
  return (
    <>
      <dt>{t`Calls`}</dt>
      <dd className={styles.calls}>
        <span>{data !== undefined && permissionText(data)}</span>
        <IconButton
          size="sm"
          label={t({ message: 'Call', context: 'somebody' })}
          onClick={() => useCallWish.set(thread.id)}
        >
          <IconPhone {...smallIcon} />
        </IconButton>
      </dd>
    </>
  );
}
