const set = (words: string) => new Set(words.split(' '));

const namedByContent = set(
  'button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row rowheader switch tab tooltip treeitem',
);

/** Roles that pass their content on to the element around them which is named by its content. */
const passingContent = set(
  'caption code contentinfo definition deletion emphasis insertion list listitem mark none paragraph presentation region row rowgroup section strong subscript superscript table term time',
);

const neverNamed = set(
  'caption code definition deletion emphasis generic insertion mark paragraph presentation strong subscript suggestion superscript term time',
);

export function isNamedByContent(role: string): boolean {
  return namedByContent.has(role);
}

export function passesContent(role: string): boolean {
  return role === '' || namedByContent.has(role) || passingContent.has(role);
}

export function isNeverNamed(role: string): boolean {
  return neverNamed.has(role);
}
