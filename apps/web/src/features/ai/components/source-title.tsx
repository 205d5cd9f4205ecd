import type { AnswerSource } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { session } from '../../../platform/browser-session.ts';

/** The title of a text that an answer is made from; a link to it for members who may open it. */
export function SourceTitle({ kind, id, title }: Pick<AnswerSource, 'kind' | 'id' | 'title'>) {
  if (kind === 'saved_reply') {
    return (
      <Link to="/templates/session" search={{ reply: id }}>
        <bdi>{title}</bdi>
      </Link>
    );
  }
  const state = session.state();
  const role = state.status === 'signed-out' ? null : state.claims.role;
  // A good answer is a message of some conversation.
  if (kind === 'answer' || role === null || role === 'User') return <bdi>{title}</bdi>;
  return (
    <Link to="/integrations" search={{ show: 'help-texts', text: title }}>
      <bdi>{title}</bdi>
    </Link>
  );
}
