import { useLingui } from '@lingui/react/macro';
import { historyLimits } from '@parley/contract/history-limits';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import { uuidv7 } from '../../../platform/id.ts';
import { deleteStoredFile, storeFile } from '../../../platform/stored-files.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { FileField } from '../../../ui/fields/file-field.tsx';
import { setHistoryImport } from '../data/history-data.ts';
import styles from './move.module.css';
import { OtherParley } from './other-parley.tsx';

/** The file with the conversations. */
export function ChooseFile({ channelId }: { channelId: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const words = useServerErrorMessage();
  const [problem, setProblem] = useState<string | null>(null);
  const begin = async (file: File) => {
    setProblem(file.size === 0 ? t`This file is empty.` : null);
    if (file.size === 0) return;
    const id = uuidv7();
    try {
      await storeFile(id, { blob: file, name: file.name });
      const body = { id, name: file.name.slice(0, 200), channel_id: channelId };
      setHistoryImport(await api('POST /api/history-imports', { body }));
      await navigate({ to: '/settings/move', search: { import: id } });
    } catch (error) {
      void deleteStoredFile(id);
      setProblem(words(error));
    }
  };
  return (
    <>
      <FileField
        label={t`File`}
        help={t`A chat that WhatsApp exported (text or zip), or conversations in Parley’s format (JSON lines or zip).`}
        files={[]}
        most={1}
        accept=".txt,.zip,.jsonl"
        maxBytes={historyLimits.bytes}
        onAdd={([file]) => file && void begin(file)}
        onRemove={() => undefined}
      />
      {problem !== null && (
        <p role="alert" className={styles.bad}>
          {problem}
        </p>
      )}
      <Disclosure title={t`How do I export a chat from a phone?`} look="link">
        <ol className={styles.steps}>
          <li>{t`Android: open the chat in WhatsApp, then ⋮ → More → Export chat. iPhone: tap the name above the chat, then Export Chat.`}</li>
          <li>{t`Choose “Include media” for pictures, voice notes and documents. WhatsApp exports up to 10,000 messages with media, or 40,000 without.`}</li>
          <li>{t`Save the file and choose it here. Each chat is one file.`}</li>
        </ol>
      </Disclosure>
      <Disclosure title={t`How do I bring conversations from another tool?`} look="link">
        <p className={styles.quiet}>
          {t`Write them as a file history.jsonl: one JSON object a line, with contacts, messages, notes and saved replies. Put files into a zip beside it. The format is described in docs/features/history.md.`}
        </p>
        <pre className={styles.example}>
          <code>{example}</code>
        </pre>
      </Disclosure>
      <OtherParley />
    </>
  );
}

const example = `{"type":"contact","phone_number":"+447700900123","name":"Ana Ruiz"}
{"type":"message","phone_number":"+447700900123","id":"1","at":"2024-03-01T10:01:30Z","direction":"INCOMING","text":"Is the blue bike there?"}
{"type":"message","phone_number":"+447700900123","id":"2","at":"2024-03-01T10:04:00Z","direction":"OUTGOING","author":{"name":"Dana"},"text":"Yes","file":{"path":"media/bike.jpg"}}
{"type":"note","phone_number":"+447700900123","at":"2024-03-01T10:05:00Z","text":"Collects on Friday"}`;
