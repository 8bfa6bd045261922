import { say, type Skill } from '../task';
import { useTool } from '../use-tool';
import { toExpression } from './spoken-arithmetic';

const opening =
  /^(?:what is|what's|whats|how much is|how much are|calculate|compute|work out|solve|evaluate|was ist|was sind|wie viel ist|wieviel ist|berechne|rechne)(?: the (?:result|value) of)?[: ]+/i;

/** Arithmetic in signs or in words. */
export const calculates: Skill = (request) => {
  const expression = toExpression(request.replace(opening, ''));
  if (expression === undefined) return undefined;
  return {
    next: (scene) =>
      useTool(scene, 'calculate', { expression }, (result) => say(`${expression} = ${result}`)),
  };
};
