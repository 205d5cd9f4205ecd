import { useLingui } from '@lingui/react/macro';
import { locationLimits } from '@parley/contract/content-limits';
import { IconCurrentLocation } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { writeCoordinates } from './coordinates.ts';
import type { Drafts } from './drafts.ts';
import type { FormProps } from './form-props.ts';
import { LimitedField } from './limited-field.tsx';

/** Browsers give a position to secure pages only. */
const measures = window.isSecureContext && 'geolocation' in navigator;
const longestMs = 20_000;

/** A place: where it is, and what it is called. */
export function LocationForm({ draft, change, errorOf }: FormProps<Drafts['location']>) {
  const { t } = useLingui();
  const [measuring, setMeasuring] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const measure = () => {
    setMeasuring(true);
    setFailure(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setMeasuring(false);
        change({ coordinates: writeCoordinates(coords) });
      },
      ({ code }) => {
        setMeasuring(false);
        setFailure(
          code === GeolocationPositionError.PERMISSION_DENIED
            ? t`This browser doesn’t share your position. Allow it in the site settings.`
            : t`Your position couldn’t be determined. Enter the coordinates.`,
        );
      },
      { enableHighAccuracy: true, timeout: longestMs },
    );
  };
  return (
    <>
      <TextField
        label={t`Coordinates`}
        help={t`Latitude and longitude, or a link to a map`}
        placeholder="51.5073, -0.1277"
        dir="ltr"
        autoComplete="off"
        data-focus
        value={draft.coordinates}
        error={failure ?? errorOf('coordinates')}
        onChange={(event) => {
          setFailure(null);
          change({ coordinates: event.target.value });
        }}
      />
      {measures && (
        <span>
          <Button size="sm" busy={measuring} onClick={measure}>
            <IconCurrentLocation {...smallIcon} />
            {t`Use my position`}
          </Button>
        </span>
      )}
      <LimitedField
        label={t`Name`}
        note={t`optional`}
        limit={locationLimits.text}
        value={draft.name}
        error={errorOf('name')}
        onChange={(name) => change({ name })}
      />
      <LimitedField
        label={t`Address`}
        note={t`optional`}
        limit={locationLimits.text}
        value={draft.address}
        error={errorOf('address')}
        onChange={(address) => change({ address })}
      />
    </>
  );
}
