import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ApiError, NetworkError } from '../../../../platform/errors.ts';
import { sendHttp } from '../../../../platform/http.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { CopyText } from '../../../../ui/copy-text.tsx';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { TextAreaField, TextField } from '../../../../ui/field.tsx';
import {
  type ApiCall,
  type ApiDocument,
  addressOf,
  exampleOf,
  headersOf,
  resolved,
  type Schema,
  schemaLines,
} from '../../data/api-document.ts';
import { curlCommand } from '../../data/curl-command.ts';
import styles from './api-reference.module.css';

type Answer = { ok: boolean; title: string; text: string };

/** What a call takes, as a command to copy and to try. */
export function CallDetails({ call, document, apiKey }: { call: ApiCall; document: ApiDocument; apiKey: string }) {
  const { t } = useLingui();
  const [{ taken, given }] = useState(() => ({
    taken: call.body && resolved(call.body, document),
    given: call.answer && resolved(call.answer, document),
  }));
  const [values, setValues] = useState<Record<string, string>>({});
  const [body, setBody] = useState(() => (taken === null ? '' : JSON.stringify(exampleOf(taken), null, 2)));
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [busy, setBusy] = useState(false);
  const address = addressOf(call, values);
  const parsed = parseBody(body);
  const missing = call.parameters.some(({ name, required }) => required && !values[name]);
  const run = async () => {
    setBusy(true);
    setAnswer(await tryCall(call, address, apiKey, parsed));
    setBusy(false);
  };
  return (
    <div className={styles.details}>
      <p>
        {t`Scopes:`} <code dir="ltr">{call.scopes.join(', ')}</code>
      </p>
      {call.parameters.map(({ name, required }) => (
        <TextField
          key={name}
          label={name}
          note={required ? undefined : t`optional`}
          dir="ltr"
          value={values[name] ?? ''}
          onChange={(event) => setValues({ ...values, [name]: event.target.value })}
        />
      ))}
      {taken !== null && (
        <>
          <SchemaFields label={t`Body`} schema={taken} marksRequired />
          <TextAreaField
            label={t`Body (JSON)`}
            dir="ltr"
            rows={6}
            value={body}
            error={parsed === undefined ? t`This is not valid JSON.` : null}
            onChange={(event) => setBody(event.target.value)}
          />
        </>
      )}
      <CopyText
        label={t`Command`}
        text={curlCommand(window.location.origin, call.method, address, {
          headers: headersOf(call, values),
          body: (parsed ?? undefined) as object | undefined,
        })}
      />
      <div className={styles.buttons}>
        <Button
          busy={busy}
          disabled={apiKey === '' || missing || parsed === undefined}
          onClick={() => void run()}
        >{t`Send request`}</Button>
        {apiKey === '' && <span className={styles.quiet}>{t`Paste an API key above to send it.`}</span>}
      </div>
      {given !== null && (
        <Disclosure title={t`Answer`}>
          <SchemaFields label={t`Answer`} schema={given} />
        </Disclosure>
      )}
      {answer !== null && (
        <output className={styles.answer}>
          <Badge tone={answer.ok ? 'ok' : 'bad'}>{answer.title}</Badge>
          <pre dir="ltr">{answer.text}</pre>
        </output>
      )}
    </div>
  );

  async function tryCall({ method }: ApiCall, path: string, token: string, given: unknown): Promise<Answer> {
    const url = `${window.location.origin}${path}`;
    try {
      const headers = headersOf(call, values);
      const found = await sendHttp({ method, url, token, headers, ...(given !== null && { body: given }) });
      return { ok: true, title: t`Answered`, text: JSON.stringify(found ?? null, null, 2) };
    } catch (error) {
      if (error instanceof ApiError) return { ok: false, title: String(error.status), text: error.message };
      if (error instanceof NetworkError)
        return { ok: false, title: t`No answer`, text: t`The server couldn’t be reached.` };
      throw error;
    }
  }
}

function SchemaFields({
  label,
  schema,
  marksRequired = false,
}: {
  label: string;
  schema: Schema;
  marksRequired?: boolean;
}) {
  const { t } = useLingui();
  return (
    <ul className={styles.fields} aria-label={label}>
      {schemaLines(schema).map((line) => (
        <li key={line.path} style={{ paddingInlineStart: `${line.depth * 16}px` }}>
          <code dir="ltr">{line.name}</code>
          <small dir="ltr">{line.type}</small>
          {marksRequired && line.required && <Badge>{t`Required`}</Badge>}
        </li>
      ))}
    </ul>
  );
}

/** @returns null for an empty body, undefined for one that is no JSON */
function parseBody(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
