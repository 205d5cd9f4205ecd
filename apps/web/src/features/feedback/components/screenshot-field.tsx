import { useLingui } from '@lingui/react/macro';
import { uuidv7 } from '../../../platform/id.ts';
import { FileField } from '../../../ui/fields/file-field.tsx';
import { maxScreenshots, screenshotTypes } from '../data/shot-rules.ts';
import type { Shot } from '../data/shots.ts';
import { ShotEditor } from './shot-editor.tsx';

const maxOriginalBytes = 20 * 1024 * 1024;

/** Pictures of the screen: chosen, dropped or pasted, and blurred before they leave. */
export function ScreenshotField(props: {
  shots: readonly Shot[];
  onChange: (shots: readonly Shot[]) => void;
  broken: readonly string[];
}) {
  const { t } = useLingui();
  const { shots, onChange, broken } = props;
  const add = (files: File[]) =>
    onChange([...shots, ...files.map((original) => ({ id: uuidv7(), original, areas: [] }))]);
  const room = maxScreenshots - shots.length;
  return (
    <>
      {shots.map((shot, index) => (
        <ShotEditor
          key={shot.id}
          shot={shot}
          label={t`Screenshot ${index + 1}`}
          problem={broken.includes(shot.id) ? t`This picture can’t be read. Remove it.` : null}
          onChange={(changed) => onChange(shots.map((one) => (one.id === shot.id ? changed : one)))}
          onRemove={() => onChange(shots.filter(({ id }) => id !== shot.id))}
        />
      ))}
      {room > 0 && (
        <FileField
          label={shots.length === 0 ? t`Screenshot` : t`Another screenshot`}
          note={t`optional`}
          files={[]}
          accept={screenshotTypes}
          maxBytes={maxOriginalBytes}
          most={room}
          onAdd={add}
          onRemove={() => undefined}
        />
      )}
    </>
  );
}
