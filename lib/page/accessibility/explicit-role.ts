import { givenAttribute } from '../unclobbered';

const roles = new Set(
  [
    'alert alertdialog application article banner blockquote button caption cell checkbox code',
    'columnheader combobox complementary contentinfo definition deletion dialog directory document',
    'emphasis feed figure form generic grid gridcell group heading img insertion link list listbox',
    'listitem log main mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter',
    'navigation none note option paragraph presentation progressbar radio radiogroup region row',
    'rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong',
    'subscript superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip',
    'tree treegrid treeitem',
  ].flatMap((line) => line.split(' ')),
);

/** The first role of the attribute that exists. */
export function explicitRoleOf(element: Element): string | undefined {
  const attribute = givenAttribute(element, 'role');
  if (attribute === undefined) return undefined;
  return attribute
    .toLowerCase()
    .split(/\s+/)
    .find((role) => roles.has(role));
}
