import type { ComponentProps } from 'react';
import { Icon } from './Icon';
import type { IconName } from './icon-paths';
import './button.css';

interface ButtonProps extends ComponentProps<'button'> {
  look?: 'plain' | 'primary' | 'quiet' | 'danger' | 'link';
}

export function Button({ look = 'plain', className = '', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={`button button-${look} ${className}`} {...rest} />;
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: IconName;
  label: string;
  look?: 'quiet' | 'primary' | 'plain';
  size?: number;
}

export function IconButton({
  icon,
  label,
  look = 'quiet',
  size = 16,
  className = '',
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      type={type}
      className={`icon-button icon-button-${look} ${className}`}
      aria-label={label}
      title={label}
      {...rest}
    >
      <Icon name={icon} size={size} />
    </button>
  );
}
