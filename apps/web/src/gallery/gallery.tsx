import { useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { DensitySwitch, ThemeSwitch } from '../app/deferred/theme-switch.tsx';
import type { GallerySection } from '../ui/gallery-section.ts';
import styles from './gallery.module.css';
import { StillQueries } from './still-queries.tsx';
import { StillRouter } from './still-router.tsx';

type GalleryFile = { useSections: () => GallerySection[] };

const files = Object.entries(import.meta.glob<GalleryFile>('../**/*.gallery.tsx', { eager: true }));

/** @param only ids of the sections to show; default all of them */
export function Gallery({ only }: { only: readonly string[] | null }) {
  const { t } = useLingui();
  return (
    <main className={styles.gallery}>
      <header className={styles.head}>
        <h1>{t`Every part in every state`}</h1>
        <span className={styles.looks}>
          <DensitySwitch />
          <ThemeSwitch />
        </span>
      </header>
      <div className={styles.sections}>
        <StillQueries>
          <StillRouter>
            {files.map(([path, file]) => (
              // A component that loads later re-renders only its own sections.
              <Suspense key={path}>
                <Sections file={file} only={only} />
              </Suspense>
            ))}
          </StillRouter>
        </StillQueries>
      </div>
    </main>
  );
}

function Sections({ file, only }: { file: GalleryFile; only: readonly string[] | null }) {
  const shown = file.useSections().filter(({ id }) => only === null || only.includes(id));
  return shown.map(({ id, title, states, wide }) => (
    <section
      key={id}
      id={id}
      aria-labelledby={`${id}-title`}
      className={wide ? `${styles.section} ${styles.wide}` : styles.section}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div className={styles.states}>{states}</div>
    </section>
  ));
}
