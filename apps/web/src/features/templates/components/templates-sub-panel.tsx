import { useLingui } from '@lingui/react/macro';
import {
  IconBolt,
  IconBrandWhatsapp,
  IconLayoutDashboard,
  IconPlus,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { icon } from '../../../ui/icon.ts';
import { closeSubPanel, SubPanel, SubPanelHeading, subPanelEntryClass } from '../../../ui/sub-panel.tsx';
import { useRefusal } from '../../team/public.ts';
import styles from './pages.module.css';

export type TemplatesView = 'overview' | 'whatsapp' | 'session' | 'sync' | 'trash';

/** The pages of templates. @param current the page shown */
export function TemplatesSubPanel({ current }: { current: TemplatesView }) {
  const { t } = useLingui();
  const edits = useRefusal('templates.edit') === null;
  const entry = {
    className: subPanelEntryClass,
    onClick: closeSubPanel,
    // By default a link is active for every path that starts with its own.
    activeOptions: { exact: true, includeSearch: true },
  };
  const mark = (name: TemplatesView) => (name === current ? 'page' : undefined);
  return (
    <SubPanel label={t`Templates`} title={t`Templates`}>
      <nav aria-label={t`Templates`}>
        <ul className={styles.plain}>
          <li>
            <Link {...entry} to="/templates" aria-current={mark('overview')}>
              <IconLayoutDashboard {...icon} />
              {t`Overview`}
            </Link>
          </li>
          <li>
            <Link {...entry} to="/templates/whatsapp" search={{}} aria-current={mark('whatsapp')}>
              <IconBrandWhatsapp {...icon} />
              {t`WhatsApp`}
            </Link>
          </li>
          <li>
            <Link {...entry} to="/templates/session" search={{}} aria-current={mark('session')}>
              <IconBolt {...icon} />
              {t`Session`}
            </Link>
          </li>
          <li>
            <Link {...entry} to="/templates/wa-sync" aria-current={mark('sync')}>
              <IconRefresh {...icon} />
              {t`Sync`}
            </Link>
          </li>
          {edits && (
            <li>
              <Link {...entry} to="/templates/add" search={{}}>
                <IconPlus {...icon} />
                {t`New template`}
              </Link>
            </li>
          )}
        </ul>
        <SubPanelHeading>{t`More`}</SubPanelHeading>
        <ul className={styles.plain}>
          <li>
            <Link {...entry} to="/templates/whatsapp" search={{ trash: '1' }} aria-current={mark('trash')}>
              <IconTrash {...icon} />
              {t`Trash`}
            </Link>
          </li>
        </ul>
      </nav>
    </SubPanel>
  );
}
