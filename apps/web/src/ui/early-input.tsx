export type EarlyInputProps = { label: string; value: string; onChange: (value: string) => void; onClose: () => void };

/** Has the focus while the field it stands for loads: what is typed meanwhile is neither lost nor taken for shortcuts. */
export function EarlyInput({ label, value, onChange, onClose }: EarlyInputProps) {
  return (
    <input
      ref={(input) => input?.focus()}
      className="visually-hidden"
      // Also where its button is folded away: what is not visible takes no focus.
      style={{ visibility: 'visible' }}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    />
  );
}
