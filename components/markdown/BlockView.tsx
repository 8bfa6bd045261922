import { memo, type ReactNode } from 'react';
import type { Block, HeadingBlock, ListBlock, ListItem } from '../../lib/panel/markdown/block';
import { CodeView } from './CodeView';
import type { Pages } from '../../lib/panel/markdown/pages';
import { TableView } from './TableView';
import { Words } from './Words';

/** The panel has the first level for its title. */
const headings = ['h2', 'h3', 'h4', 'h5', 'h6'] as const;

/** `nested`: a list or quote around it has a direction, and takes it from the words in here. */
export function Blocks({ pages, nested = false }: { pages: Pages<Block>; nested?: boolean }) {
  return pages.map((page, index) => <BlockPage key={index} page={page} nested={nested} />);
}

const BlockPage = memo(function BlockPage(props: { page: readonly Block[]; nested: boolean }) {
  return props.page.map((block, index) => (
    <BlockView key={index} block={block} nested={props.nested} />
  ));
});

interface BlockViewProps {
  block: Block;
  nested: boolean;
}

const BlockView = memo(function BlockView({ block, nested }: BlockViewProps): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p className="md-text" dir={nested ? undefined : 'auto'}>
          <Words text={block.text} unfinished={block.unfinished} />
        </p>
      );
    case 'heading':
      return <Heading block={block} nested={nested} />;
    case 'code':
      return <CodeView block={block} />;
    case 'quote':
      return (
        <blockquote dir="auto">
          <Blocks pages={block.children} nested />
        </blockquote>
      );
    case 'list':
      return <List block={block} />;
    case 'table':
      return <TableView block={block} />;
    case 'rule':
      return <hr />;
  }
});

function Heading({ block, nested }: { block: HeadingBlock; nested: boolean }) {
  const Level = headings[Math.min(block.depth, headings.length) - 1] ?? 'h6';
  return (
    <Level
      className="md-text md-heading"
      data-level={block.level}
      dir={nested ? undefined : 'auto'}
    >
      <Words text={block.text} unfinished={block.unfinished} />
    </Level>
  );
}

function List({ block: { start, items } }: { block: ListBlock }) {
  const pages = items.map((page, index) => <ItemPage key={index} page={page} />);
  return start === null ? (
    <ul dir="auto">{pages}</ul>
  ) : (
    <ol dir="auto" start={start}>
      {pages}
    </ol>
  );
}

const ItemPage = memo(function ItemPage({ page }: { page: readonly ListItem[] }) {
  return page.map((item, index) => <Item key={index} item={item} />);
});

const Item = memo(function Item({ item }: { item: ListItem }) {
  const { value, checked, spaced, children } = item;
  const classes = [checked === null ? '' : 'md-task', spaced ? 'md-spaced' : ''].filter(Boolean);
  return (
    <li value={value ?? undefined} className={classes.join(' ') || undefined}>
      {checked !== null && (
        <span role="img" aria-label={checked ? 'Done' : 'To do'} className="md-box" />
      )}
      <Blocks pages={children} nested />
    </li>
  );
});
