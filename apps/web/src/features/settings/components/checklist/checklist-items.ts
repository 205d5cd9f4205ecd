import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OutputOf, Role } from '@parley/contract/types';

type ItemKey = OutputOf<'GET /api/setup-checklist'>['items'][number]['key'];

/** Titles and targets of the setup steps. */
export const checklistItems: Record<
  ItemKey,
  {
    to: '/channels/add' | '/team/add' | '/contacts/import' | '/sandbox';
    title: MessageDescriptor;
    /** The lowest role that can do it. */
    from?: Role;
    /** What goes with it. */
    also?: { to: '/settings/move'; title: MessageDescriptor; from: Role };
  }
> = {
  connect_number: { to: '/channels/add', title: msg`Connect a WhatsApp number`, from: 'Admin' },
  invite_teammate: { to: '/team/add', title: msg`Invite a teammate`, from: 'Admin' },
  import_contacts: {
    to: '/contacts/import',
    title: msg`Import your contacts`,
    also: { to: '/settings/move', title: msg`Bring your conversations, too`, from: 'Admin' },
  },
  test_message: { to: '/sandbox', title: msg`Send a test message` },
};
