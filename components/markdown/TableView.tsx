import { memo } from 'react';
import type { Alignment, Row, TableBlock } from '../../lib/panel/markdown/block';
import { Words } from './Words';

/** Scrolls by itself when it is wider than the panel, also with the keyboard. */
export function TableView({ block }: { block: TableBlock }) {
  const { alignments, header, rows, unfinished } = block;
  return (
    <div className="md-table" role="group" aria-label="Table" tabIndex={0}>
      <table dir="auto">
        <thead>
          <tr>
            {header.map((text, index) => (
              <th key={index} scope="col" data-align={alignments[index]} className="md-text">
                <Words text={text} unfinished={unfinished && rows.length === 0} inCell />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((page, index) => (
            <RowPage
              key={index}
              page={page}
              alignments={alignments}
              unfinished={unfinished && index === rows.length - 1}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowPageProps {
  page: readonly Row[];
  alignments: readonly Alignment[];
  unfinished: boolean;
}

const RowPage = memo(function RowPage({ page, alignments, unfinished }: RowPageProps) {
  return page.map((row, index) => (
    <RowView
      key={index}
      row={row}
      alignments={alignments}
      unfinished={unfinished && index === page.length - 1}
    />
  ));
});

interface RowViewProps {
  row: Row;
  alignments: readonly Alignment[];
  unfinished: boolean;
}

const RowView = memo(function RowView({ row, alignments, unfinished }: RowViewProps) {
  return (
    <tr>
      {row.map((text, index) => (
        <td key={index} data-align={alignments[index]} className="md-text">
          <Words text={text} unfinished={unfinished} inCell />
        </td>
      ))}
    </tr>
  );
});
