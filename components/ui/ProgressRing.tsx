import './progress-ring.css';

interface ProgressRingProps {
  /** From 0 to 1; absent while nobody knows. */
  share?: number;
}

/** Says nothing to a screen reader: the words beside it do. */
export function ProgressRing({ share }: ProgressRingProps) {
  return (
    <svg
      className={share === undefined ? 'progress-ring progress-ring-spins' : 'progress-ring'}
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      aria-hidden="true"
    >
      <circle className="progress-ring-track" cx="8" cy="8" r="6.25" strokeWidth="2" />
      <circle
        className="progress-ring-share"
        cx="8"
        cy="8"
        r="6.25"
        strokeWidth="2"
        strokeLinecap="round"
        pathLength="1"
        strokeDasharray={`${share ?? 0.3} 1`}
        transform="rotate(-90 8 8)"
      />
    </svg>
  );
}
