import { invalid } from '../../platform/errors.ts';
import { isUuid } from '../../platform/ids.ts';

export type MemberPosition = { name: string; id: string };

/** The place of a row in the list of members, for the caller to hand back unread. */
export function writeMemberCursor(position: MemberPosition): string {
  return Buffer.from(`${position.id}${position.name}`).toString('base64url');
}

/** @throws AppError('validation_failed') with field `cursor` for anything we did not hand out */
export function readMemberCursor(cursor: string | undefined): MemberPosition | null {
  if (cursor === undefined) return null;
  const text = Buffer.from(cursor, 'base64url').toString();
  const position = { id: text.slice(0, 36), name: text.slice(36) };
  if (!isUuid(position.id) || position.name.includes('\u0000')) throw invalid('cursor', 'This is not a cursor.');
  return position;
}
