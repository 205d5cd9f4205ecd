import { useLingui } from '@lingui/react/macro';
import type { SessionTemplate } from '@parley/contract/types';
import { hasFormatting } from '@parley/contract/whatsapp-text';
import { type ClipboardEvent, type KeyboardEvent, useId } from 'react';
import { enterAction, useEnterChoice } from '../../../platform/enter-choice.ts';
import { pressOf } from '../../../ui/commands/keys.ts';
import { ReplyPicker } from '../../templates/public.ts';
import { FormattedText } from '../bubble/formatted-text.tsx';
import styles from './composer.module.css';
import { ComposerSuggestions, useSuggestions } from './composer-suggestions.tsx';
import { markOfKey } from './mark-keys.ts';
import { type MergeValues, readsAs } from './typed-variable.ts';
import { useGrowing } from './use-growing.ts';
import type { Reply, ReplyActions } from './use-reply.ts';
import { VariableText } from './variable-text.tsx';

const typing = () => import('./replace-text.ts');

type ComposerFieldProps = {
  reply: Reply;
  actions: ReplyActions;
  placeholder: string;
  /** What variables are filled in with; without it none are offered or shown filled in. */
  values: MergeValues | undefined;
  /** A saved reply was chosen. */
  onReply: (reply: SessionTemplate) => void;
  /** Files were pasted; without it they cannot be attached. */
  onFiles: ((files: readonly File[]) => void) | undefined;
};

/** The text of a reply: grows to eight lines; Enter sends, or makes a new line where the user chose that. */
export function ComposerField({ reply, actions, placeholder, values, onReply, onFiles }: ComposerFieldProps) {
  const { t } = useLingui();
  const { field, text, problem } = reply;
  const suggestions = useSuggestions(text);
  const problemId = useId();
  const enter = useEnterChoice((state) => state.choice);
  useGrowing(field, text);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (suggestions.onKeyDown(event)) return;
    const { currentTarget } = event;
    const mark = markOfKey(event);
    if (mark !== null) {
      event.preventDefault();
      void typing().then(({ typeMark }) => typeMark(currentTarget, mark));
      return;
    }
    // Without one, the field undoes what was typed.
    if (pressOf(event) === 'mod+z' && actions.onUndoSend?.()) return event.preventDefault();
    if (event.key === 'ArrowUp' && text === '' && !event.altKey && !event.ctrlKey && !event.metaKey) {
      const recalled = actions.onRecall?.() ?? null;
      if (recalled === null) return;
      event.preventDefault();
      reply.write(recalled, 0, 0);
      return;
    }
    // Enter also confirms a word in Japanese, Chinese and Korean input.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    const act = enterAction(enter, event);
    if (act === 'line') return;
    event.preventDefault();
    void reply.send(act === 'send-done');
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files];
    if (onFiles === undefined || pasted.length === 0) return;
    event.preventDefault();
    onFiles(pasted);
  };
  const shown = readsAs(text, values);
  return (
    <>
      <ComposerSuggestions found={suggestions} values={values} onReply={onReply} onWords={reply.write} />
      {(hasFormatting(text) || shown !== text) && (
        <section className={styles.preview} dir="auto" aria-label={t`Preview`}>
          <FormattedText text={shown} />
        </section>
      )}
      <textarea
        ref={field}
        className={styles.field}
        dir="auto"
        rows={1}
        value={text}
        placeholder={placeholder}
        aria-label={t`Reply`}
        aria-invalid={reply.tooLong || problem !== null || undefined}
        aria-describedby={problem === null ? undefined : problemId}
        onChange={(event) => {
          suggestions.setCursor(event.target.selectionEnd);
          reply.change(event.target.value);
        }}
        onSelect={(event) => suggestions.setCursor(event.currentTarget.selectionEnd)}
        onFocus={() => void ReplyPicker.preload().catch(() => undefined)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      {problem !== null && (
        <div className={styles.problem}>
          <VariableText id={problemId} problem={problem} onAsTyped={reply.letStay} />
        </div>
      )}
    </>
  );
}
