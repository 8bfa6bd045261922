/** The one place that speaks to screen readers. An empty text says nothing. */
export function Announcer({ text }: { text: string }) {
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {text}
    </div>
  );
}
