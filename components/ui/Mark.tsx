/** Two that ride together. */
export function Mark() {
  return (
    <svg className="mark" width="56" height="36" viewBox="0 0 56 36" fill="none" aria-hidden>
      <circle cx="18" cy="18" r="13" stroke="var(--accent)" strokeWidth="2.5" />
      <circle cx="38" cy="18" r="13" stroke="var(--accent)" strokeWidth="2.5" opacity="0.45" />
    </svg>
  );
}
