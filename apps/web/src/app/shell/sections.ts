import {
  type Icon,
  IconAddressBook,
  IconBolt,
  IconBrandWhatsapp,
  IconBug,
  IconBuildingStore,
  IconBulb,
  IconHistory,
  IconKey,
  IconListDetails,
  IconPencil,
  IconPlug,
  IconPlugConnected,
  IconPlus,
  IconRefresh,
  IconSettings,
  IconSpeakerphone,
  IconTemplate,
  IconUpload,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import type { RoutePath } from '../route-table.ts';

/** Pages that share a sub-panel; their labels are the titles of the route table. */
export type Section = { home: RoutePath; pages: { path: RoutePath; icon: Icon }[][] };

export const sections: Section[] = [
  {
    home: '/compose',
    pages: [
      [
        { path: '/compose', icon: IconPencil },
        { path: '/compose/history', icon: IconHistory },
      ],
    ],
  },
  {
    home: '/broadcast',
    pages: [
      [
        { path: '/broadcast', icon: IconSpeakerphone },
        { path: '/broadcast/history', icon: IconHistory },
      ],
    ],
  },
  {
    home: '/contacts',
    pages: [
      [
        { path: '/contacts', icon: IconAddressBook },
        { path: '/contacts/add', icon: IconPlus },
        { path: '/contacts/import', icon: IconUpload },
      ],
    ],
  },
  {
    home: '/templates',
    pages: [
      [
        { path: '/templates', icon: IconTemplate },
        { path: '/templates/session', icon: IconBolt },
        { path: '/templates/whatsapp', icon: IconBrandWhatsapp },
      ],
      [
        { path: '/templates/wa-sync', icon: IconRefresh },
        { path: '/templates/add', icon: IconPlus },
      ],
    ],
  },
  {
    home: '/settings',
    pages: [
      [
        { path: '/settings', icon: IconSettings },
        { path: '/settings/personal', icon: IconUser },
        { path: '/settings/business', icon: IconBuildingStore },
        { path: '/settings/custom-attributes', icon: IconListDetails },
        { path: '/settings/api-keys', icon: IconKey },
      ],
      [
        { path: '/channels', icon: IconPlugConnected },
        { path: '/team', icon: IconUsers },
        { path: '/integrations', icon: IconPlug },
      ],
      [
        { path: '/feature-request', icon: IconBulb },
        { path: '/bug-reporting', icon: IconBug },
      ],
    ],
  },
];

/** The section of a page: one that lists it, else the one whose home its address starts with. */
export function sectionOf(path: RoutePath): Section | null {
  const listed = sections.find(({ pages }) => pages.flat().some((page) => page.path === path));
  return listed ?? sections.find(({ home }) => path.startsWith(`${home}/`)) ?? null;
}
