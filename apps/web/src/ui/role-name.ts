import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Role } from '@parley/contract/types';

export const roleName: Record<Role, MessageDescriptor> = {
  Owner: msg`Owner`,
  Admin: msg`Admin`,
  User: msg`User`,
};
