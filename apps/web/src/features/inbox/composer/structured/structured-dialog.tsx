import { useLingui } from '@lingui/react/macro';
import { mapTexts, textsIn } from '@parley/contract/map-texts';
import type { Thread } from '@parley/contract/types';
import { renderText } from '@parley/contract/variables';
import { type ComponentType, useEffect, useId, useRef, useState } from 'react';
import { QueryScope } from '../../../../platform/query.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { sendContent, useAccount, useRow } from '../../../sync/public.ts';
import { BubbleFrame } from '../../bubble/bubble.tsx';
import { StructuredContent } from '../../bubble/bubble-content.tsx';
import { checkVariables, mergeContactOf, type VariableProblem } from '../check-variables.ts';
import { SendLaterDialog } from '../send-later-dialog.tsx';
import { VariableText } from '../variable-text.tsx';
import { ButtonsForm } from './buttons-form.tsx';
import { type CarouselDraft, carouselPreview } from './carousel.ts';
import { CarouselForm } from './carousel-form.tsx';
import { ContactForm } from './contact-form.tsx';
import { contentOf, type Draft, type Drafts, emptyDrafts, problemsOf, type StructuredKind } from './drafts.ts';
import type { KindFormProps } from './form-props.ts';
import { keepDraft, keptDraft } from './kept-draft.ts';
import { LinkForm } from './link-form.tsx';
import { ListForm } from './list-form.tsx';
import { LocationForm } from './location-form.tsx';
import { ProductsForm } from './products-form.tsx';
import { CallRequestForm, LocationRequestForm, NumberRequestForm } from './request-forms.tsx';
import styles from './structured.module.css';
import { useProblemText } from './use-problem-text.ts';

const forms: { [K in StructuredKind]: ComponentType<KindFormProps<Drafts[K]>> } = {
  location: LocationForm,
  contact: ContactForm,
  buttons: ButtonsForm,
  list: ListForm,
  link: LinkForm,
  carousel: CarouselForm,
  products: ProductsForm,
  location_request: LocationRequestForm,
  number_request: NumberRequestForm,
  call_request: CallRequestForm,
};

export type StructuredDialogProps = {
  kind: StructuredKind;
  title: string;
  thread: Thread;
  /** What is filled in from the start. */
  initial?: Partial<Draft>;
  /** The message it replies to. */
  quotedId: string | null;
  nowMs: number;
  windowExpiresAt: string | null;
  onSent: () => void;
  onClose: () => void;
};

/** Fills in a message that is more than text, beside how the customer will see it. */
export function StructuredDialog(props: StructuredDialogProps) {
  const { kind, title, thread, quotedId, onClose } = props;
  const { t } = useLingui();
  const account = useAccount();
  const id = useId();
  const problemText = useProblemText();
  const recipient = mergeContactOf(thread, useRow('contacts', thread.contact_id));
  const [start] = useState<Draft>(() =>
    props.initial === undefined
      ? (keptDraft(account, kind, thread.id) ?? emptyDrafts[kind])
      : ({ ...emptyDrafts[kind], ...props.initial } as Draft),
  );
  const [draft, setDraft] = useState<Draft>(start);
  const [tried, setTried] = useState(false);
  const [lost, setLost] = useState(false);
  const [variable, setVariable] = useState<VariableProblem | null>(null);
  const [planning, setPlanning] = useState(false);
  useEffect(() => {
    if (draft !== start) keepDraft(account, kind, thread.id, draft === emptyDrafts[kind] ? null : (draft as never));
  }, [account, kind, thread.id, draft, start]);
  const later = useRef(false);
  /** What the member wants to send as it stands. */
  const asTyped = useRef<readonly string[]>([]);
  const shown = mapTexts(draft, (text) => renderText(text, recipient).text);
  const problems = problemsOf(kind, shown as never);
  const errorOf = (field: string) => {
    const problem = problems[field];
    if (problem === undefined || !(tried || problem.kind === 'long' || problem.kind === 'twice')) return null;
    return problemText(problem, textAt(shown, field).trim().length);
  };
  const send = async (sendAt: string | null) => {
    try {
      const options = { quotedId, sendAt, asTyped: asTyped.current };
      await sendContent(account, thread, contentOf(kind, draft as never), options);
    } catch {
      return setLost(true);
    }
    keepDraft(account, kind, thread.id, null);
    props.onSent();
    onClose();
  };
  const submit = async () => {
    setTried(true);
    setLost(false);
    if (Object.keys(problems).length > 0) return;
    const words = textsIn(contentOf(kind, draft as never))
      .map(({ text }) => text)
      .join('\n');
    const found = await checkVariables(account, thread, words, asTyped.current);
    setVariable(found);
    if (found !== null) return;
    if (later.current) setPlanning(true);
    else await send(null);
  };
  const FormOfKind = forms[kind] as ComponentType<KindFormProps<Draft>>;
  return (
    <Dialog
      title={title}
      size="lg"
      lightDismiss={draft === start}
      onClose={onClose}
      footer={
        <>
          {draft !== emptyDrafts[kind] && (
            <Button
              variant="plain"
              onClick={() => {
                setDraft(emptyDrafts[kind]);
                setTried(false);
              }}
            >
              {t`Clear`}
            </Button>
          )}
          <Button
            type="submit"
            form={id}
            onClick={() => {
              later.current = true;
            }}
          >
            {t`Send later`}
          </Button>
          <Button
            variant="filled"
            type="submit"
            form={id}
            onClick={() => {
              later.current = false;
            }}
          >
            {t`Send`}
          </Button>
        </>
      }
    >
      <div className={styles.columns}>
        <Form id={id} onSubmit={submit}>
          <FormError>
            {variable !== null ? (
              <VariableText
                problem={variable}
                onAsTyped={() => {
                  asTyped.current = [...asTyped.current, variable.name];
                  void submit();
                }}
              />
            ) : (
              lost && t`Couldn’t save the message on this device. Nothing was sent.`
            )}
          </FormError>
          <QueryScope>
            <FormOfKind
              draft={draft}
              channelId={thread.channel_id}
              errorOf={errorOf}
              change={(part) => {
                setVariable(null);
                setDraft((before) => ({ ...before, ...(typeof part === 'function' ? part(before) : part) }) as Draft);
              }}
            />
          </QueryScope>
        </Form>
        <figure className={styles.preview} aria-label={t`Preview`}>
          <figcaption className={styles.caption}>{t`Preview`}</figcaption>
          <div className={styles.bubble}>
            <BubbleFrame out first last failed={false} waiting={false} author={null}>
              <StructuredContent content={previewOf(kind, shown)} />
            </BubbleFrame>
          </div>
        </figure>
      </div>
      {planning && (
        <SendLaterDialog
          title={t`Send later`}
          confirm={t`Schedule message`}
          nowMs={props.nowMs}
          windowExpiresAt={props.windowExpiresAt}
          onChoose={(at) => void send(at)}
          onClose={() => setPlanning(false)}
        />
      )}
    </Dialog>
  );
}

function previewOf(kind: StructuredKind, draft: Draft) {
  return kind === 'carousel' ? carouselPreview(draft as CarouselDraft) : contentOf(kind, draft as never);
}

/** The text of a draft's field, by its path. */
function textAt(draft: Draft, field: string): string {
  let value: unknown = draft;
  for (const key of field.split('.')) value = (value as Record<string, unknown> | undefined)?.[key];
  return typeof value === 'string' ? value : '';
}
