import { Markdown } from '../markdown/Markdown';

interface AnswerTextProps {
  text: string;
  /** More of it is on its way. */
  streaming?: boolean;
}

export function AnswerText({ text, streaming = false }: AnswerTextProps) {
  return (
    <div className="answer-text">
      <Markdown text={text} unfinished={streaming} />
    </div>
  );
}
