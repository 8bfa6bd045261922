import type { ReactNode } from 'react';
import './results.css';

/**
 * Where it is told what came of a click. It is there before there is anything to tell: screen
 * readers often pass over a live region that appears together with its text.
 */
export function Results({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="settings-results">
      {children}
    </div>
  );
}
