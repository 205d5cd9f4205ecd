import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { icon } from '../../ui/icon.ts';
import { closeSubPanel, SubPanel, subPanelEntryClass } from '../../ui/sub-panel.tsx';
import { mayOpen } from '../may-open.ts';
import { routerPath, routeTable } from '../route-table.ts';
import { usePage } from '../use-page.ts';
import styles from './section-panel.module.css';
import { type Section, sectionOf } from './sections.ts';

/** The sub-panel with the pages of the same section; empty for a page without a section. */
export function SectionPanel() {
  const { i18n } = useLingui();
  const page = usePage();
  const section = page && sectionOf(page.path);
  if (!section) return null;
  const title = i18n._(routeTable[section.home].title);
  return (
    <SubPanel label={title} title={title}>
      <nav aria-label={title}>
        {section.pages.map((group) => (
          <ul key={group[0]?.path} className={styles.group}>
            {group
              .filter(({ path }) => mayOpen(path))
              .map((entry) => (
                <li key={entry.path}>
                  <SectionLink entry={entry} />
                </li>
              ))}
          </ul>
        ))}
      </nav>
    </SubPanel>
  );
}

type SectionPage = Section['pages'][number][number];

function SectionLink({ entry }: { entry: SectionPage }) {
  const { i18n } = useLingui();
  const { icon: Icon, path } = entry;
  return (
    <Link
      to={routerPath(path)}
      className={subPanelEntryClass}
      activeOptions={{ exact: true }}
      activeProps={{ 'aria-current': 'page' }}
      onClick={closeSubPanel}
    >
      <Icon {...icon} />
      {i18n._(routeTable[path].title)}
    </Link>
  );
}
