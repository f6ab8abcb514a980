/** Three arcs in a circle. */
export function SpotifyMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className}>
      <circle cx="12" cy="12" r="12" fill="currentColor" />
      <path
        d="M5.5 8.6c4.6-1.3 9.2-.9 13.2 1.4M6.2 12.3c3.9-1 7.6-.6 11 1.3M6.9 15.8c3.1-.8 6-.4 8.8 1.1"
        fill="none"
        stroke="var(--color-raised)"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
    </svg>
  );
}
