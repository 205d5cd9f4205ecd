import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { GallerySection } from '../../ui/gallery-section.ts';
import { ShotEditor } from './components/shot-editor.tsx';
import type { Shot } from './data/shots.ts';

const picture = new Blob(
  [
    '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="240"><rect width="480" height="240" fill="#e0dfdc"/><text x="24" y="60" font-size="28">Amara Okafor</text></svg>',
  ],
  { type: 'image/svg+xml' },
);
const sample: Shot = {
  id: 'sample',
  original: picture,
  areas: [
    { id: 'name', kind: 'blur', x: 0.03, y: 0.1, width: 0.42, height: 0.2 },
    { id: 'place', kind: 'mark', x: 0.55, y: 0.5, width: 0.3, height: 0.3 },
  ],
};

function Screenshot() {
  const [shot, setShot] = useState(sample);
  return (
    <ShotEditor shot={shot} label="Screenshot 1" problem={null} onChange={setShot} onRemove={() => setShot(sample)} />
  );
}

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  return [{ id: 'screenshot', title: t`Screenshot of a bug report`, states: <Screenshot /> }];
}
