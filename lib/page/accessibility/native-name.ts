import { childWithTag } from '../relations';
import { givenAttribute, tagOf } from '../unclobbered';

/** Where the name of an element comes from that HTML itself names. */
export interface NativeName {
  /** Its labels come first. */
  readonly labels?: boolean;
  /** Then a child whose content is the name. */
  readonly from?: Element;
  /** That child counts as if it were pointed at. */
  readonly asLabel?: boolean;
  /** Then its own content. */
  readonly contentToo?: boolean;
  readonly text?: string;
}

const withPlaceholder = new Set(['text', 'password', 'number', 'search', 'tel', 'email', 'url']);

/** Undefined where HTML has no say, and a name can come from the content or a title. */
export function nativeName(element: Element, isLabelledBy: boolean): NativeName | undefined {
  const tag = tagOf(element);
  const title = () => givenAttribute(element, 'title') ?? '';
  switch (tag) {
    case 'input':
      return element instanceof HTMLInputElement ? inputName(element, isLabelledBy) : undefined;
    case 'img':
    case 'area':
      return { text: filled(givenAttribute(element, 'alt')) ?? title() };
    case 'table':
      return tableName(element);
    case 'svg':
      return svgName(element);
    default:
      if (element instanceof SVGElement) return svgName(element);
  }
  if (isLabelledBy) return undefined;
  switch (tag) {
    case 'button':
      return { labels: true, contentToo: true };
    case 'output':
    case 'select':
    case 'meter':
    case 'progress':
      return { labels: true, text: title() };
    case 'textarea':
      return {
        labels: true,
        text: filled(title()) ?? givenAttribute(element, 'placeholder') ?? '',
      };
    case 'fieldset':
      return captioned(element, 'legend') ?? { text: title() };
    case 'figure':
      return captioned(element, 'figcaption') ?? { text: title() };
    default:
      return undefined;
  }
}

function inputName(input: HTMLInputElement, isLabelledBy: boolean): NativeName | undefined {
  const title = givenAttribute(input, 'title') ?? '';
  switch (input.type) {
    case 'button':
      return { text: filled(input.value) ?? title };
    case 'submit':
      return { text: filled(input.value) ?? 'Submit' };
    case 'reset':
      return { text: filled(input.value) ?? 'Reset' };
    case 'file':
      return { labels: true, text: 'Choose File' };
    case 'image':
      return {
        labels: true,
        text: filled(givenAttribute(input, 'alt')) ?? filled(title) ?? 'Submit',
      };
    default: {
      if (isLabelledBy) return undefined;
      const placeholder = withPlaceholder.has(input.type)
        ? givenAttribute(input, 'placeholder')
        : '';
      return { labels: true, text: filled(title) ?? placeholder ?? '' };
    }
  }
}

function captioned(element: Element, tag: string): NativeName | undefined {
  const from = childWithTag(element, tag);
  return from && { from };
}

function tableName(table: Element): NativeName | undefined {
  const summary = givenAttribute(table, 'summary');
  return captioned(table, 'caption') ?? (summary ? { text: summary } : undefined);
}

function svgName(element: Element): NativeName | undefined {
  const from = childWithTag(element, 'title');
  return from instanceof SVGElement ? { from, asLabel: true } : undefined;
}

function filled(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}
