import type { Attention } from './attention';

/** Of a button; one that is cut off is scrolled into view first, and what moves is not pressed. */
const SEEN_SHARE = 0.95;
/** Of the window: at 400 % a long button may never be seen as a whole. */
const FILLED_SHARE = 0.4;

function fills({ intersectionRect, rootBounds }: IntersectionObserverEntry): boolean {
  if (!rootBounds) return false;
  const seen = intersectionRect.width * intersectionRect.height;
  return seen >= FILLED_SHARE * rootBounds.width * rootBounds.height;
}

/** The page as it is. */
export const pageAttention: Attention = {
  watch(element, { onSeen, onStirred }) {
    let inView = false;
    const tell = () => onSeen(inView && document.visibilityState === 'visible');
    const view = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        inView = last !== undefined && (last.intersectionRatio >= SEEN_SHARE || fills(last));
        tell();
      },
      { threshold: [0.25, 0.5, 0.75, SEEN_SHARE, 1] },
    );
    view.observe(element);
    // Whatever grows or shrinks around it may push it.
    const sizes = new ResizeObserver(onStirred);
    for (let around = element.parentElement; around; around = around.parentElement) {
      sizes.observe(around);
    }
    document.addEventListener('visibilitychange', tell);
    document.addEventListener('scroll', onStirred, { capture: true, passive: true });
    return () => {
      view.disconnect();
      sizes.disconnect();
      document.removeEventListener('visibilitychange', tell);
      document.removeEventListener('scroll', onStirred, { capture: true });
    };
  },
  placeOf(element) {
    let { left, top } = element.getBoundingClientRect();
    for (let around = element.parentElement; around; around = around.parentElement) {
      left += around.scrollLeft;
      top += around.scrollTop;
    }
    return { left, top };
  },
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
  isTrusted: (event) => event.isTrusted,
};
