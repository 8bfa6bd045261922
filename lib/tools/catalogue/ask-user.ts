import { textOf } from '../../messaging/content';
import { askUserSchema, type Field } from '../../messaging/tool-cards';
import { asksForSecret } from '../../shared/secret-words';
import { visibleLine } from '../../shared/visible-text';
import { defineTool } from '../define-tool';
import type { Tool } from '../tool';

export function createAskUser(): Tool {
  return defineTool({
    name: 'ask_user',
    title: 'A few questions',
    description:
      'Shows the user a short form, waits, and returns the answers by field name. ' +
      'Use it when you need several pieces of information before you can go on, such as dates, ' +
      'amounts or an address. Do not use it for a single pick from a list (use user_choice), for ' +
      'what the conversation or the page already tells, or for more than you need right now. ' +
      'Never ask for passwords, one-time codes, card numbers or other secrets: such a form is ' +
      'refused, and the user types those into the website itself.',
    input: askUserSchema,
    effect: 'read',
    capability: 'none',
    interaction: 'external',
    card: 'form',
    validate: ({ question, fields }) => [
      ...(fields.some(takesWords) && asksForSecret(question) ? [refusal('question')] : []),
      ...fields.filter(wantsSecret).map(({ name }) => refusal(`fields.${name}`)),
    ],
    toolText: ({ question }) => visibleLine(question, 120),
    progressIcon: 'form',
    statusIcon: 'check',
    tooltip: ({ question }, result) => `${question}\n${textOf(result.blocks)}`,
  });
}

function refusal(place: string): string {
  return (
    `${place}: Passwords, one-time codes, card numbers and other secrets must not be asked for. ` +
    'Let the user type them into the website: hand over with hand_over.'
  );
}

/** A tick, a date or one of the given options can hold no secret. */
function takesWords({ type }: Field): boolean {
  return type !== 'boolean' && type !== 'date' && type !== 'select';
}

function wantsSecret(field: Field): boolean {
  const { name, label, placeholder = '', description = '' } = field;
  return takesWords(field) && [name, label, placeholder, description].some(asksForSecret);
}
