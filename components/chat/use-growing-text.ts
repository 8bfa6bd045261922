import { useLayoutEffect, type RefObject } from 'react';

const growsByItself =
  typeof CSS !== 'undefined' && 'supports' in CSS && CSS.supports('field-sizing', 'content');

/** Lets a text field grow with its words where `field-sizing` is unknown; CSS sets the limit. */
export function useGrowingText(ref: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const element = ref.current;
    if (growsByItself || !element) return;
    element.style.blockSize = 'auto';
    element.style.blockSize = `${element.scrollHeight}px`;
  }, [ref, text]);
}
