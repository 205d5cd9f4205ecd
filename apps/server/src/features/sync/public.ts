export type { Hydrate } from '../../platform/feature.ts';
export { addChanges, createFeed, insertChanges, type NewChange, placeChanges, placeChangesOf } from './changes-repo.ts';
export { type FeedRow, feedPosition, readFeedPage } from './feed-repo.ts';
export type { SyncMembers } from './sync-members.ts';
