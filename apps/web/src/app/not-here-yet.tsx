import { useLingui } from '@lingui/react/macro';
import { IconAddressBook, IconPlugConnected, IconTemplate, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { icon } from '../ui/icon.ts';
import { IndieBar } from '../ui/indie-bar.tsx';
import { Page, PageBar, PageBody } from '../ui/page.tsx';
import { SubPanelButton } from '../ui/sub-panel.tsx';
import { SectionPanel } from './shell/section-panel.tsx';
import { sectionOf } from './shell/sections.ts';
import { usePage } from './use-page.ts';

/** A route whose screen is not built yet: its real title in its real layout, and a message that says so. */
export function NotHereYet() {
  const { t, i18n } = useLingui();
  const page = usePage();
  if (!page) return null;
  const title = i18n._(page.title);
  if (page.layout === 'indie') {
    const section = page.path.split('/')[1] ?? '';
    return (
      <>
        <IndieBar icon={indieIcons[section]} title={title} backTo={backFrom[section] ?? '/inbox'} />
        <Page scroll="document">
          <PageBody padded>
            <Truth />
          </PageBody>
        </Page>
      </>
    );
  }
  if (page.layout === 'sidebar' || page.layout === 'default') {
    return (
      <>
        {page.layout === 'sidebar' && <SectionPanel />}
        <Page scroll="document">
          <PageBar title={title} start={sectionOf(page.path) && <SubPanelButton label={t`Pages beside this one`} />} />
          <PageBody padded>
            <Truth />
          </PageBody>
        </Page>
      </>
    );
  }
  return (
    <>
      <h1>{title}</h1>
      <Truth />
    </>
  );
}

function Truth() {
  const { t } = useLingui();
  return (
    <EmptyState
      title={t`Not in this version yet`}
      actions={<Link to="/inbox" className={buttonClass({ variant: 'filled' })}>{t`Open the inbox`}</Link>}
    >
      <p>{t`This page has its place and its address already, but the part of Parley that belongs here has not been built in the version you are running.`}</p>
    </EmptyState>
  );
}

const indieIcons: Record<string, ReactNode> = {
  channels: <IconPlugConnected {...icon} />,
  contacts: <IconAddressBook {...icon} />,
  team: <IconUsers {...icon} />,
  templates: <IconTemplate {...icon} />,
};

const backFrom: Record<string, string> = {
  channels: '/channels',
  contacts: '/contacts',
  team: '/settings',
  templates: '/templates',
};
