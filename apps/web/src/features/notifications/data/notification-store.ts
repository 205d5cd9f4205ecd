import type { NotificationItem } from '@parley/contract/types';
import { createStore } from '../../../platform/store.ts';
import { setUnreadTitle } from '../../../app/document-title.ts';
