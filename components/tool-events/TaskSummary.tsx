import type { TaskSummary as TaskSummaryData } from '../../lib/messaging/tool-cards';
import { Icon } from '../ui/Icon';
import './step-list.css';

const looks = {
  done: { icon: 'check', word: 'Done' },
  skipped: { icon: 'dash', word: 'Skipped' },
  failed: { icon: 'close', word: 'Failed' },
} as const;

interface TaskSummaryProps {
  summary: TaskSummaryData;
  /** What stands above it already. */
  label: string;
}

export function TaskSummary({ summary, label }: TaskSummaryProps) {
  return (
    <div className="task-summary">
      {summary.title !== label && <p className="task-summary-title plain-text">{summary.title}</p>}
      <ul className="step-list">
        {summary.actions.map(({ text, outcome }, index) => (
          <li key={index} className={`step step-${outcome}`}>
            <Icon name={looks[outcome].icon} size={14} label={looks[outcome].word} />
            <span className="plain-text">{text}</span>
          </li>
        ))}
      </ul>
      {summary.note !== undefined && summary.note !== '' && (
        <p className="step-note plain-text">{summary.note}</p>
      )}
    </div>
  );
}
