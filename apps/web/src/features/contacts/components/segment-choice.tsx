import { useLingui } from '@lingui/react/macro';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { useSegmentsQuery } from '../data/contacts-data.ts';

export type SegmentChoiceProps = {
  /** Ids of the selected segments. */
  value: readonly string[];
  onChange: (ids: string[]) => void;
};

/** Saved segments to choose from, each with the number of its contacts. */
export function SegmentChoice({ value, onChange }: SegmentChoiceProps) {
  const { t } = useLingui();
  const { data: segments = [], isPending } = useSegmentsQuery();
  if (isPending) return null;
  const gone = value.filter((id) => !segments.some((segment) => segment.id === id));
  if (segments.length === 0 && gone.length === 0) {
    return <p>{t`No segments are saved yet: filter your contacts and save the filter there.`}</p>;
  }
  const toggle = (id: string, on: boolean) => onChange(on ? [...value, id] : value.filter((one) => one !== id));
  return (
    <>
      {segments.map(({ id, name }) => (
        <Checkbox key={id} checked={value.includes(id)} onChange={(event) => toggle(id, event.target.checked)}>
          <bdi>{name}</bdi>
        </Checkbox>
      ))}
      {gone.map((id) => (
        <Checkbox key={id} checked onChange={() => toggle(id, false)}>
          {t`A segment that was deleted`}
        </Checkbox>
      ))}
    </>
  );
}
