import type { ConnectStep } from '../../data/meta-pages.ts';
import { type DrawnPart, drawings } from './meta-drawings.ts';
import styles from './meta-guide.module.css';

/** A page of Meta's console, drawn: what it looks like and where the numbered things are on it. */
export function MetaDrawing({ step, label }: { step: ConnectStep; label: string }) {
  const { site, menu, here, parts } = drawings[step];
  return (
    // Like the console itself, it is read from left to right.
    <svg className={styles.drawing} viewBox="0 0 330 236" role="img" aria-label={label} direction="ltr">
      <rect width="330" height="236" className={styles.paper} />
      <path d="M0 28h330M98 28v208" className={styles.line} />
      <rect x="10" y="9" width="10" height="10" rx="3" className={styles.logo} />
      <text x="27" y="18" className={styles.strong}>
        {site}
      </text>
      {menu.map((entry, index) => (
        <g key={entry}>
          {entry === here && <rect x="6" y={36 + index * 22} width="86" height="20" rx="4" className={styles.here} />}
          <text x="12" y={50 + index * 22} className={entry === here ? styles.hereText : styles.quietText}>
            {entry}
          </text>
        </g>
      ))}
      {parts.map((part) => (
        <Part key={JSON.stringify(part)} part={part} />
      ))}
    </svg>
  );
}

function Part({ part }: { part: DrawnPart }) {
  switch (part.kind) {
    case 'field':
      return (
        <>
          <text x="108" y={part.y - 6} className={styles.quietText}>
            {part.caption}
          </text>
          <rect
            x="108"
            y={part.y}
            width="206"
            height="24"
            rx="4"
            className={part.isTarget ? styles.target : styles.field}
          />
          <text x="116" y={part.y + 16} className={styles.words}>
            {part.text}
          </text>
        </>
      );
    case 'button':
      return (
        <>
          <rect x={part.x} y={part.y} width={part.width} height="24" rx="4" className={styles.button} />
          <text x={part.x + part.width / 2} y={part.y + 16} textAnchor="middle" className={styles.buttonText}>
            {part.text}
          </text>
        </>
      );
    case 'switch':
      return (
        <>
          <path d={`M108 ${part.y - 9}h206`} className={styles.line} />
          <text x="108" y={part.y + 10} className={styles.quietText}>
            {part.text}
          </text>
          <rect x="290" y={part.y} width="24" height="13" rx="6.5" className={styles.on} />
          <circle cx="307.5" cy={part.y + 6.5} r="4.5" className={styles.knob} />
        </>
      );
    case 'mark':
      return (
        <>
          <circle cx={part.x} cy={part.y} r="9" className={styles.mark} />
          <text x={part.x} y={part.y + 3.5} textAnchor="middle" className={styles.markText}>
            {part.number}
          </text>
        </>
      );
    default:
      return (
        <text
          x={part.x}
          y={part.y}
          className={{ title: styles.strong, text: styles.words, quiet: styles.quietText }[part.kind]}
        >
          {part.text}
        </text>
      );
  }
}
