// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageAttention } from './page-attention';

type Callback = (entries: { intersectionRatio: number }[]) => void;
const observed = { view: new Set<Element>(), sizes: new Set<Element>() };
let intersect: Callback = () => undefined;
let resize: () => void = () => undefined;
let visibility = 'visible';

beforeEach(() => {
  observed.view.clear();
  observed.sizes.clear();
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() =>
    visibility === 'visible' ? 'visible' : 'hidden',
  );
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: Callback) {
        intersect = callback;
      }
      observe = (element: Element) => observed.view.add(element);
      disconnect = () => observed.view.clear();
    },
  );
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resize = callback;
      }
      observe = (element: Element) => observed.sizes.add(element);
      disconnect = () => observed.sizes.clear();
    },
  );
});
afterEach(() => document.body.replaceChildren());

function watch() {
  document.body.innerHTML = '<div><button>Allow</button></div>';
  const element = document.querySelector('button') ?? document.body;
  const told: (boolean | 'stirred')[] = [];
  const stop = pageAttention.watch(element, {
    onSeen: (seen) => told.push(seen),
    onStirred: () => told.push('stirred'),
  });
  return { element, told, stop };
}
const hide = (state: string) => {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
};

const of = (seen: number, screen: number) => ({
  intersectionRect: { width: seen, height: 1 },
  rootBounds: { width: screen, height: 1 },
});

describe('the sight of a button', () => {
  it('takes all of it on the screen, in a page that is shown', () => {
    const { told, element } = watch();
    expect(observed.view).toContain(element);
    intersect([{ intersectionRatio: 0.9, ...of(20, 100) }]);
    intersect([{ intersectionRatio: 0 }, { intersectionRatio: 1 }]);
    hide('hidden');
    hide('visible');
    expect(told).toEqual([false, true, false, true]);
  });

  it('takes less of one that fills the screen, as it may at 400 %', () => {
    const { told } = watch();
    intersect([{ intersectionRatio: 0.3, ...of(10, 100) }]);
    intersect([{ intersectionRatio: 0.3, ...of(60, 100) }]);
    expect(told).toEqual([false, true]);
  });

  it('is no sight while the page is hidden, wherever the button stands', () => {
    const { told } = watch();
    hide('hidden');
    intersect([{ intersectionRatio: 1 }]);
    expect(told).toEqual([false, false]);
  });

  it('is stirred by whatever scrolls, and by the size of everything around it', () => {
    const { told, element } = watch();
    element.parentElement?.dispatchEvent(new Event('scroll'));
    resize();
    expect(told).toEqual(['stirred', 'stirred']);
    expect([...observed.sizes]).toEqual([
      element.parentElement,
      document.body,
      document.documentElement,
    ]);
  });

  it('ends when nobody wants to know any more', () => {
    const { told, stop, element } = watch();
    stop();
    hide('hidden');
    element.parentElement?.dispatchEvent(new Event('scroll'));
    expect(told).toEqual([]);
    expect([observed.view.size, observed.sizes.size]).toEqual([0, 0]);
  });
});

describe('the rest of the page', () => {
  it('tells scripts from people, and where something stands', () => {
    expect(pageAttention.isTrusted(new Event('click'))).toBe(false);
    expect(pageAttention.placeOf(watch().element)).toEqual({ left: 0, top: 0 });
  });

  it('calls back later, unless that is called off', () => {
    vi.useFakeTimers();
    const called: string[] = [];
    pageAttention.after(500, () => called.push('kept'));
    pageAttention.after(500, () => called.push('called off'))();
    vi.advanceTimersByTime(499);
    expect(called).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(called).toEqual(['kept']);
    vi.useRealTimers();
  });
});
