import { useEffect, useRef } from 'react';
import './section-navigation.css';

/** How much of the next link shows that there is one, in pixels. */
const NEIGHBOUR = 40;

interface SectionNavigationProps {
  sections: readonly { id: string; title: string }[];
  current: string;
}

/** Links to the sections: a list at the side, or a strip at the top where there is no side. */
export function SectionNavigation({ sections, current }: SectionNavigationProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const show = () => {
      if (list.current) showCurrent(list.current);
    };
    show();
    window.addEventListener('resize', show);
    return () => window.removeEventListener('resize', show);
  }, [current]);
  return (
    <nav className="section-navigation" aria-label="Sections">
      <ul ref={list}>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} {...(id === current ? { 'aria-current': 'location' as const } : {})}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Only the strip scrolls, never the page. */
function showCurrent(strip: HTMLElement): void {
  const link = strip.querySelector('[aria-current]');
  if (!link) return;
  const hidden = link.getBoundingClientRect();
  const seen = strip.getBoundingClientRect();
  if (hidden.left < seen.left) strip.scrollLeft += hidden.left - seen.left - NEIGHBOUR;
  else if (hidden.right > seen.right) strip.scrollLeft += hidden.right - seen.right + NEIGHBOUR;
}
