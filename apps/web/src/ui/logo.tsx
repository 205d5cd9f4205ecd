/** Parley's mark in the current text colour. `size` in px. Decorative unless labelled. */
export function Logo({ size = 24, label }: { size?: number; label?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="currentColor"
      fillRule="evenodd"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d="M4 1h9a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H6.6L2 16V3a2 2 0 0 1 2-2Zm2 3v5h5V4Z" />
    </svg>
  );
}
