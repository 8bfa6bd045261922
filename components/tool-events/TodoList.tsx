import type { TodoList as TodoListData } from '../../lib/messaging/tool-cards';
import { Icon } from '../ui/Icon';
import './step-list.css';

const looks = {
  done: { icon: 'check', word: 'Done' },
  'in-progress': { icon: 'circle-dot', word: 'In progress' },
  pending: { icon: 'circle', word: 'To do' },
} as const;

export function TodoList({ list }: { list: TodoListData }) {
  if (list.items.length === 0) return <p className="step-note">The list is empty.</p>;
  const done = list.items.filter(({ status }) => status === 'done').length;
  return (
    <>
      <div className="step-progress" aria-hidden="true">
        <div style={{ inlineSize: `${(100 * done) / list.items.length}%` }} />
      </div>
      <ul className="step-list">
        {list.items.map(({ text, status }, index) => (
          <li key={index} className={`step step-${status}`}>
            <Icon name={looks[status].icon} size={14} label={looks[status].word} />
            <span className="plain-text">{text}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
