import type { KeyboardEvent } from 'react';

/** An input method still puts a word together; some say so by the key code only. */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- 229 is how Safari and older input methods tell, and nothing replaces it
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}
