import { useLingui } from '@lingui/react/macro';
import { maxMediaBytes, sendableMedia } from '@parley/contract/media';
import type { StepOf } from '@parley/contract/types';
import { useEffect, useRef, useState } from 'react';
import { uuidv7 } from '../../../../platform/id.ts';
import { uploadFile } from '../../../../platform/upload.ts';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { type ChosenFile, FileField } from '../../../../ui/fields/file-field.tsx';
import type { StepFormProps } from './step-form-props.ts';
import { TextWithVariables } from './text-with-variables.tsx';

type Media = StepOf<'send_media'>['media'];

const accepted = Object.entries(sendableMedia).filter(([, { kind }]) => kind !== 'sticker');

/** A file that is uploaded once and sent to every customer who gets here. */
export function MediaForm({ step, flow, onChange }: Omit<StepFormProps<StepOf<'send_media'>>, 'setFlow'>) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const [sending, setSending] = useState<ChosenFile | null>(null);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);
  const { media_id: mediaId, filename } = step;
  const stored: ChosenFile[] =
    mediaId === null ? [] : [{ id: mediaId, name: filename, sizeBytes: 0, state: 'done' as const }];
  const add = async (file: File) => {
    const id = uuidv7();
    const entry: ChosenFile = { id, name: file.name, sizeBytes: file.size, state: 'sending', share: 0 };
    setSending(entry);
    const { signal } = leaving.current;
    try {
      const onProgress = (share: number) => setSending({ ...entry, share });
      const { id: media_id, mime_type } = await uploadFile(id, file, file.name, { onProgress, signal });
      const kind = sendableMedia[mime_type]?.kind;
      const media: Media = kind === undefined || kind === 'sticker' ? 'document' : kind;
      onChange({ ...step, media, media_id, filename: file.name.slice(0, 240) });
      setSending(null);
    } catch (failure) {
      if (!signal.aborted) setSending({ ...entry, state: 'failed', problem: words(failure) });
    }
  };
  return (
    <>
      <FileField
        label={t`File`}
        accept={accepted.map(([type]) => type).join(',')}
        kinds={t`A picture, video, sound or document`}
        maxBytes={maxMediaBytes}
        files={sending === null ? stored : [sending]}
        onAdd={([file]) => file !== undefined && void add(file)}
        onRemove={() => (sending === null ? onChange({ ...step, media_id: null, filename: '' }) : setSending(null))}
      />
      {step.media !== 'audio' && (
        <TextWithVariables
          {...{ label: t`Caption`, value: step.caption, flow, maxLength: 1_024 }}
          onChange={(caption) => onChange({ ...step, caption })}
        />
      )}
    </>
  );
}
