/** Why an answer was not taken. */
export function CardProblem({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <p className="card-problem plain-text" role="alert">
      {text}
    </p>
  );
}
