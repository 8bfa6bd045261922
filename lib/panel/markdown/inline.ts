export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: SpanKind; readonly children: readonly Inline[] }
  | {
      readonly kind: 'link';
      readonly href: string;
      /** Where it leads, when its words do not say it. */
      readonly host: string | null;
      readonly children: readonly Inline[];
    }
  | { readonly kind: 'image'; readonly alt: string; readonly href: string; readonly host: string };

export type SpanKind = 'emphasis' | 'strong' | 'strike';

export function plainTextOf(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      switch (inline.kind) {
        case 'text':
        case 'code':
          return inline.text;
        case 'break':
          return '\n';
        case 'image':
          return inline.alt;
        default:
          return plainTextOf(inline.children);
      }
    })
    .join('');
}

/** The words of a link: whatever in them would be a link of its own is text. */
export function withoutLinks(inlines: readonly Inline[]): Inline[] {
  return inlines.flatMap((inline): Inline[] => {
    switch (inline.kind) {
      case 'text':
      case 'code':
      case 'break':
        return [inline];
      case 'image':
        return [{ kind: 'text', text: inline.alt }];
      case 'link':
        return withoutLinks(inline.children);
      default:
        return [{ ...inline, children: withoutLinks(inline.children) }];
    }
  });
}
