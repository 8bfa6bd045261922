// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useStickToEnd } from './use-stick-to-end';

const observed = new Set<Element>();
let resize: () => void = () => undefined;
let height = 500;

beforeEach(() => {
  height = 500;
  observed.clear();
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(() => height);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(100);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resize = callback;
      }
      observe = (element: Element) => observed.add(element);
      disconnect = () => observed.clear();
    },
  );
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Log({ entries }: { entries: readonly string[] }) {
  const { ref, onScroll } = useStickToEnd([entries], null);
  return (
    <div ref={ref} role="log" onScroll={onScroll}>
      {entries.map((entry) => (
        <p key={entry} {...(entry === 'waits' ? { 'data-tool-state': 'awaiting-user' } : {})}>
          {entry}
        </p>
      ))}
    </div>
  );
}
const log = () => screen.getByRole('log');
const grow = (by: number) => {
  height += by;
  resize();
};

describe('the end of the log', () => {
  it('is followed when something in it grows by itself, such as a card that was loaded', () => {
    const { rerender } = render(<Log entries={['one']} />);
    expect(observed).toContain(screen.getByText('one'));
    rerender(<Log entries={['one', 'two']} />);
    expect(observed).toContain(screen.getByText('two'));
    grow(140);
    expect(log().scrollTop).toBe(540);
  });

  it('is not gone to past the first decision that waits, and that is no scrolling away', () => {
    const { rerender } = render(<Log entries={['one']} />);
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: Element,
    ) {
      const top = this.getAttribute('data-tool-state') === null ? 0 : 212 - log().scrollTop;
      return new DOMRect(0, top, 100, 50);
    });
    rerender(<Log entries={['one', 'waits']} />);
    expect(log().scrollTop).toBe(200);
    fireEvent.scroll(log());
    grow(140);
    expect(log().scrollTop).toBe(200);
    rerender(<Log entries={['one', 'answered']} />);
    expect(log().scrollTop).toBe(540);
  });

  it('is not followed by somebody who reads further up', () => {
    render(<Log entries={['one']} />);
    log().scrollTop = 100;
    fireEvent.scroll(log());
    grow(140);
    expect(log().scrollTop).toBe(100);
  });
});
