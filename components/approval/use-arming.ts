import {
  useContext,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react';
import { AttentionContext } from './attention-context';
import { CoveredContext, DecisionQueueContext } from './decision-place';

const ARMING_MS = 500;
/** What moves less than this is still under the finger that meant it, and a card glides in. Scrolling is no moving. */
const MOVED_PX = 8;

interface Arming {
  ref: RefObject<HTMLButtonElement | null>;
  armed: boolean;
  handlers: {
    onPointerDown: () => void;
    onKeyDown: (event: KeyboardEvent) => void;
    onBlur: () => void;
    onClick: (event: MouseEvent<HTMLButtonElement>) => void;
  };
}

/**
 * A button that decides counts only when the whole press came after the person had the time to see
 * it: half a second in sight, in one place, with the same decisions around it. A click that was
 * meant for something else, by hand, by a held key or by a script, does nothing.
 */
export function useArming(disabled: boolean, onDecide: () => unknown): Arming {
  const attention = useContext(AttentionContext);
  const covered = useContext(CoveredContext);
  // Whatever was answered or came since, by the keyboard too, where nothing need move on the screen.
  const situation = useContext(DecisionQueueContext).join('\n');
  const ref = useRef<HTMLButtonElement>(null);
  const [armed, setArmed] = useState(false);
  // The state follows a render later, and a click does not wait for it.
  const ready = useRef<() => boolean>(() => false);
  const foul = useRef(false);
  const keyIsDown = useRef(false);

  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || disabled || covered) return undefined;
    let isArmed = false;
    let isSeen = false;
    let place = attention.placeOf(element);
    let cancel: (() => void) | undefined;

    const hasMoved = (): boolean => {
      const { left, top } = attention.placeOf(element);
      return Math.abs(left - place.left) > MOVED_PX || Math.abs(top - place.top) > MOVED_PX;
    };
    const change = (value: boolean): void => {
      isArmed = value;
      setArmed(value);
    };
    const begin = (): void => {
      cancel?.();
      change(false);
      place = attention.placeOf(element);
      if (isSeen) cancel = attention.after(ARMING_MS, finish);
    };
    const finish = (): void => {
      if (hasMoved()) begin();
      else change(true);
    };

    const stop = attention.watch(element, {
      onSeen(seen) {
        if (seen === isSeen) return;
        isSeen = seen;
        begin();
      },
      onStirred() {
        if (hasMoved()) begin();
      },
    });
    ready.current = () => {
      if (hasMoved()) begin();
      return isArmed;
    };
    return () => {
      stop();
      cancel?.();
      change(false);
      ready.current = () => false;
    };
  }, [attention, covered, disabled, situation]);

  return {
    ref,
    armed: armed && !disabled && !covered,
    handlers: {
      onPointerDown() {
        foul.current = !ready.current();
      },
      onKeyDown(event) {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        if (!event.repeat) {
          keyIsDown.current = true;
          foul.current = !ready.current();
          return;
        }
        event.preventDefault();
        if (!keyIsDown.current) foul.current = true;
      },
      onBlur() {
        foul.current = false;
        keyIsDown.current = false;
      },
      onClick(event) {
        const wasFoul = foul.current;
        foul.current = false;
        if (ready.current() && !wasFoul && attention.isTrusted(event.nativeEvent)) {
          onDecide();
          return;
        }
        event.preventDefault();
        // Enter in a field presses it too, from wherever: what was not in sight comes into it.
        event.currentTarget.focus();
      },
    },
  };
}
