import type { ComponentProps } from 'react';
import { Button } from '../ui/Button';
import { useArming } from './use-arming';

interface DecisionButtonProps extends Omit<
  ComponentProps<typeof Button>,
  'ref' | 'onPointerDown' | 'onKeyDown' | 'onBlur' | 'onClick'
> {
  /** An answer is on its way. */
  pending: boolean;
  onDecide: () => unknown;
}

/** A button with consequences. It never loses the focus by being disabled for a moment. */
export function DecisionButton({
  pending,
  disabled = false,
  className = '',
  onDecide,
  ...rest
}: DecisionButtonProps) {
  const { ref, armed, handlers } = useArming(disabled, onDecide);
  return (
    <Button
      {...rest}
      {...handlers}
      ref={ref}
      className={`decision-button ${className}`}
      disabled={disabled}
      aria-disabled={pending || !armed}
    />
  );
}
