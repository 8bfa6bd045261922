import { visibleLine } from '../../../shared/visible-text';
import { z } from '../../../shared/zod';
import { findUnit } from '../../../tools/units';
import { say, type Skill, type Task } from '../task';
import { readJson, useTool } from '../use-tool';

const amount = String.raw`(-?\d[\d,]{0,30}(?:\.\d{1,30})?(?:e[+-]?\d{1,2})?|-?\.\d{1,30}|(?:an?|one|eine?|einem|einer)(?= ))`;
const valueFirst = new RegExp(
  String.raw`^(?:(convert|change|turn|what is|what's|what are|how much is|how much are|how many is|was ist|was sind|wie viel ist|wie viel sind|rechne) )?${amount} ?(\S.{0,40}?) (?:to|in|into|in to|as|nach) (.{1,40}?)(?: um)?$`,
  'i',
);
const unitFirst = new RegExp(
  String.raw`^(?:how many|how much|wie viele|wieviele|wie viel) (.{1,40}?) (?:are there in|are in|is in|in|are|is|sind in|hat|sind|ist) ${amount} ?(\S.{0,40})$`,
  'i',
);

const resultSchema = z.object({
  value: z.number(),
  from: z.string().max(40),
  to: z.string().max(40),
  result: z.number(),
  exact: z.boolean(),
  text: z.string().max(300),
});

/** A value in another unit. */
export const convertsUnits: Skill = (request) => {
  const [, opening, first, from = '', to = ''] = valueFirst.exec(request) ?? [];
  const [, wanted = '', second, given = ''] = unitFirst.exec(request) ?? [];
  if (first !== undefined)
    return conversion(first, from, to, /^(?:convert|change|turn)$/i.test(opening ?? ''));
  return second === undefined ? undefined : conversion(second, given, wanted, false);
};

/** `insists`: nothing but a conversion can be meant, so that the tool may say what is wrong. */
function conversion(written: string, from: string, to: string, insists: boolean): Task | undefined {
  const value = /^[aeo]/i.test(written) ? 1 : Number(written.replaceAll(',', ''));
  if (!Number.isFinite(value)) return undefined;
  if (!insists && !(findUnit(from) && findUnit(to))) return undefined;
  return {
    next: (scene) =>
      useTool(scene, 'convert_units', { value, from, to }, (text) => say(spoken(text))),
  };
}

/** As many digits as a person wants to read; what is exact is told whole. */
function spoken(text: string): string {
  const conversion = readJson(resultSchema, text);
  if (!conversion) return visibleLine(text, 300);
  const { value, from, to, result, exact } = conversion;
  if (exact) return visibleLine(conversion.text, 300);
  return `${value} ${visibleLine(from, 40)} ≈ ${Number(result.toPrecision(6))} ${visibleLine(to, 40)}`;
}
