import type { ReactNode } from 'react';
import './section.css';

interface SectionProps {
  /** Its place in the address of the page. */
  id: string;
  title: string;
  intro?: string;
  children: ReactNode;
}

/** A part of the settings that can be linked to. */
export function Section({ id, title, intro, children }: SectionProps) {
  return (
    <section id={id} className="settings-section" aria-labelledby={`${id}-title`} tabIndex={-1}>
      <h2 id={`${id}-title`}>{title}</h2>
      {intro !== undefined && <p className="settings-hint settings-intro">{intro}</p>}
      {children}
    </section>
  );
}

export function Subsection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="settings-subsection">
      <h3>{title}</h3>
      {children}
    </div>
  );
}
