import { useLingui } from '@lingui/react/macro';
import { Disclosure } from '../../../ui/disclosure.tsx';
import type { ToolName } from '../data/tools.ts';
import styles from './move.module.css';

/** What an import from a tool brings, and what it can’t. */
export function WhatComes({ tool }: { tool: ToolName }) {
  const { t } = useLingui();
  const points = {
    chatwoot: [
      t`Contacts with a phone number and their custom attributes, conversations with their labels, messages with files, private notes, and canned responses as saved replies.`,
      t`Messages are by the member with the same email address, or show the name of who wrote them.`,
      t`Not imported: conversations that are not WhatsApp, custom attributes of conversations, teams and reports.`,
    ],
    respond_io: [
      t`Contacts with a phone number, their tags and custom fields, and messages with files.`,
      t`Messages are by the member with the same email address, or show the name of who wrote them.`,
      t`Not imported, because respond.io’s API does not give them: comments, locations and what a message quotes.`,
    ],
    wati: [
      t`Contacts with a phone number and their custom parameters, and messages with files. Templates come as their text.`,
      t`Messages are by the member with the same email address, or show the name of who wrote them.`,
      t`WATI allows one call a second, and each contact, each 100 messages and each file is one: about 3,000 contacts an hour. Each call also counts towards the calls of your WATI plan.`,
      t`Not imported, because WATI’s API does not give them: tags, notes, assignees, and what a message quotes.`,
    ],
  }[tool];
  return (
    <Disclosure title={t`What is imported?`} look="link">
      <ul className={styles.points}>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </Disclosure>
  );
}
