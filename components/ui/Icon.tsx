import { iconPaths } from './icon-paths';

const paths: ReadonlyMap<string, string> = new Map(Object.entries(iconPaths));

interface IconProps {
  /** A key that nobody knows gets the wrench: tools may come from elsewhere. */
  name: string;
  size?: number;
  /** What it means, where no text beside it says so. */
  label?: string;
}

export function Icon({ name, size = 16, label }: IconProps) {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      data-icon={paths.has(name) ? name : 'tool'}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <path d={paths.get(name) ?? iconPaths.tool} />
    </svg>
  );
}
