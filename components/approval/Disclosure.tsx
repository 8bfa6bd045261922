import { useState, type ReactNode } from 'react';
import { Icon } from '../ui/Icon';
import './disclosure.css';

interface DisclosureProps {
  label: string;
  children: ReactNode;
}

/** What is behind it is made when it is first wanted, and stays as it was left. */
export function Disclosure({ label, children }: DisclosureProps) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  return (
    <details className="disclosure" open={open}>
      <summary
        onClick={(event) => {
          event.preventDefault();
          setOpen(!open);
          setWanted(true);
        }}
      >
        <Icon name="chevron-right" size={14} />
        {label}
      </summary>
      {wanted && children}
    </details>
  );
}
