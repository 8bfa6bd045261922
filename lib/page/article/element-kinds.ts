/** What an element means to a reader of text. */
export type Kind =
  | 'block'
  | 'inline'
  | 'heading'
  | 'list'
  | 'item'
  | 'quote'
  | 'table'
  | 'row'
  | 'cell'
  | 'code-block'
  | 'code'
  | 'link'
  | 'image'
  | 'line-break'
  | 'definitions'
  | 'term'
  | 'definition'
  | 'strong'
  | 'deleted'
  | 'superscript'
  | 'field'
  | 'math'
  | 'drawing'
  | 'label-text';

const tagsOf: Partial<Record<Kind, string>> = {
  block:
    'address article aside body caption center colgroup details dialog div fieldset figcaption ' +
    'figure footer form header hgroup hr html legend main nav optgroup p search section tbody ' +
    'tfoot thead',
  heading: 'h1 h2 h3 h4 h5 h6',
  list: 'ul ol menu dir',
  item: 'li',
  quote: 'blockquote',
  table: 'table',
  row: 'tr',
  cell: 'td th',
  'code-block': 'pre listing xmp',
  code: 'code kbd samp tt',
  link: 'a',
  image: 'img',
  'line-break': 'br wbr',
  definitions: 'dl',
  term: 'dt',
  definition: 'dd',
  strong: 'b strong summary',
  deleted: 'del s strike',
  superscript: 'sup',
  field: 'input textarea select',
  math: 'math',
  drawing: 'svg',
  'label-text': 'button label option output',
};

const kinds = new Map<string, Kind>();
for (const [kind, tags] of Object.entries(tagsOf)) {
  for (const tag of tags.split(' ')) kinds.set(tag, isKind(kind) ? kind : 'block');
}

function isKind(text: string): text is Kind {
  return text in tagsOf;
}

export function kindOf(tag: string): Kind {
  return kinds.get(tag) ?? 'inline';
}

const inlineKinds = new Set<Kind>([
  ...(['inline', 'code', 'link', 'image', 'strong', 'deleted', 'superscript', 'field'] as const),
  ...(['math', 'drawing', 'label-text', 'line-break'] as const),
]);

export function isInline(kind: Kind): boolean {
  return inlineKinds.has(kind);
}
