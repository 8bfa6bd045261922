import { useId, useState, type ReactNode } from 'react';
import type { TaskStatus, TaskView as TaskViewData } from '../../lib/panel/task-view';
import { IconButton } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { ProgressRing } from '../ui/ProgressRing';
import type { TodoProgress } from './todo-progress';
import './task-view.css';

export interface TaskControls {
  pause: () => unknown;
  resume: () => unknown;
  stop: () => unknown;
}

interface TaskViewProps {
  task: TaskViewData;
  /** Of the newest to-do list, when there is one. */
  progress: TodoProgress | undefined;
  controls: TaskControls;
  children: ReactNode;
}

const words: Record<TaskStatus, string> = {
  thinking: 'Thinking',
  working: 'Working',
  waiting: 'Waiting for you',
  paused: 'Paused',
  stopped: 'Stopped',
  failed: 'Failed',
  done: 'Done',
};

/** What stands still has a sign; what moves has a ring. */
const signs: Partial<Record<TaskStatus, string>> = {
  waiting: 'shield',
  paused: 'pause',
  stopped: 'stop',
  failed: 'alert',
  done: 'check',
};
const endings: readonly TaskStatus[] = ['stopped', 'failed', 'done'];

/** A run of several steps: how far it is, what it did, and the means to hold or end it. */
export function TaskView({ task, progress, controls, children }: TaskViewProps) {
  const stepsId = useId();
  const [unfolded, setUnfolded] = useState(true);
  const { status, asks } = task;
  // A decision that nobody sees is never made: while one waits, nothing is folded away.
  const open = unfolded || asks;
  const mixed = status === 'done' && task.failedSteps > 0;
  const sign = mixed ? 'alert' : signs[status];
  const isOver = endings.includes(status);
  const detail = progress?.current ?? task.current;

  return (
    <div role="group" className={`task task-${mixed ? 'mixed' : status}`} aria-label="Task">
      <div className="task-header">
        <button
          type="button"
          className="task-toggle"
          aria-expanded={open}
          aria-controls={stepsId}
          aria-disabled={asks}
          onClick={() => {
            if (!asks) setUnfolded(!unfolded);
          }}
        >
          {sign === undefined ? (
            <ProgressRing {...(progress ? { share: progress.done / progress.total } : {})} />
          ) : (
            <Icon name={sign} />
          )}
          <span className="task-status">
            {mixed ? `Done, ${task.failedSteps} failed` : words[status]}
          </span>
          {detail !== undefined && !isOver && <span className="task-detail">{detail}</span>}
          <span className="task-count">{countOf(task, progress)}</span>
          <Icon name="chevron-right" size={14} />
        </button>
        {!isOver && (
          <span className="task-controls">
            {status === 'paused' ? (
              <IconButton
                icon="play"
                label="Resume task"
                size={14}
                onClick={() => controls.resume()}
              />
            ) : (
              <IconButton
                icon="pause"
                label="Pause task"
                size={14}
                onClick={() => controls.pause()}
              />
            )}
            <IconButton icon="stop" label="Stop task" size={14} onClick={() => controls.stop()} />
          </span>
        )}
      </div>
      <div id={stepsId} className="task-steps" hidden={!open}>
        {children}
      </div>
    </div>
  );
}

function countOf({ steps }: TaskViewData, progress: TodoProgress | undefined): string {
  if (progress) return `${progress.done} of ${progress.total} done`;
  return steps === 1 ? '1 step' : `${steps} steps`;
}
