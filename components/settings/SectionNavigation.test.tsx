// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SectionNavigation } from './SectionNavigation';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the links to the sections', () => {
  it('keep the current one in view when the window becomes narrow', () => {
    let width = 600;
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: Element,
    ) {
      return this.tagName === 'UL' ? new DOMRect(0, 0, width, 40) : new DOMRect(400, 0, 100, 40);
    });
    const sections = [
      { id: 'model', title: 'Model' },
      { id: 'about', title: 'About' },
    ];
    render(<SectionNavigation sections={sections} current="about" />);
    expect(screen.getByRole('list').scrollLeft).toBe(0);
    width = 300;
    window.dispatchEvent(new Event('resize'));
    expect(screen.getByRole('list').scrollLeft).toBeGreaterThanOrEqual(200);
  });
});
