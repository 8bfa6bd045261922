import { describe, expect, it } from 'vitest';
import { createAskUser } from './ask-user';

const askUser = createAskUser();
const field = { name: 'arrival', label: 'Arrival', type: 'date' };
const form = (...fields: Record<string, unknown>[]) => ({ question: 'When do you come?', fields });

function errorsOf(input: Record<string, unknown>): string[] {
  const outcome = askUser.validate(input);
  return outcome.ok ? [] : outcome.errors;
}

describe('ask_user', () => {
  it('is answered by the panel, on a form', () => {
    expect(askUser.interaction(form(field))).toBe('external');
    expect(askUser.run).toBeUndefined();
    expect(askUser.card).toBe('form');
  });

  it('takes every kind of field', () => {
    const kinds = ['text', 'longtext', 'number', 'boolean', 'date', 'email', 'url'];
    const fields = kinds.map((type) => ({ name: `a_${type}`, label: type, type }));
    const select = { name: 'room', label: 'Room', type: 'select', options: ['Single', 'Double'] };
    const full = { ...select, name: 'bed', required: true, placeholder: 'Pick', description: '!' };
    expect(errorsOf(form(...fields, select, full))).toEqual([]);
  });

  it.each([
    ['no question', { ...form(field), question: '' }],
    ['no field', form()],
    [
      'thirteen fields',
      form(...Array.from({ length: 13 }, (_, n) => ({ ...field, name: `a${n}` }))),
    ],
    ['two fields of one name', form(field, { ...field, label: 'Again' })],
    ['a name that is no name', form({ ...field, name: '__proto__' })],
    ['a label that is empty', form({ ...field, label: ' ' })],
    ['an unknown type', form({ ...field, type: 'file' })],
    ['a selection without options', form({ ...field, type: 'select' })],
    ['a selection with no option', form({ ...field, type: 'select', options: [] })],
    ['the same option twice', form({ ...field, type: 'select', options: ['a', 'a'] })],
  ])('refuses %s', (_what, input) => {
    expect(errorsOf(input)).not.toEqual([]);
  });

  it.each([
    { name: 'password', label: 'Secret' },
    { name: 'a', label: 'Your password, please' },
    { name: 'cardNumber', label: 'Number' },
    { name: 'a', label: 'Code', placeholder: 'One-time code from your phone' },
  ])('refuses to ask for a secret: $name, $label', (words) => {
    const errors = errorsOf(form({ ...field, type: 'text', ...words }));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain('must not be asked for');
  });

  it('names every field that asks for a secret', () => {
    const errors = errorsOf(
      form(
        { name: 'pin', label: 'PIN', type: 'number' },
        { name: 'city', label: 'City', type: 'text' },
        { name: 'cvc', label: 'CVC', type: 'text' },
      ),
    );
    expect(errors.map((error) => error.split(':')[0])).toEqual(['fields.pin', 'fields.cvc']);
  });

  it('may ask about secrets where none can be typed', () => {
    const reset = { name: 'reset', label: 'Reset the password now?', type: 'boolean' };
    expect(errorsOf(form(reset))).toEqual([]);
  });

  it('shows what it asks', () => {
    expect(askUser.toolText(form(field))).toBe('When do you come?');
  });

  it.each([
    [
      'in the question',
      {
        question: 'Type your mail password',
        fields: [{ name: 'a', label: 'Answer', type: 'text' }],
      },
    ],
    [
      'in the hint',
      form({ name: 'a', label: 'Answer', type: 'text', description: 'Your password' }),
    ],
    ['in letters that look alike', form({ name: 'a', label: 'Pаsswоrd', type: 'text' })],
  ])('asks for no secret %s', (_where, input) => {
    expect(errorsOf(input).join()).toContain('must not be asked for');
  });

  it('may speak of a password where none can be written', () => {
    const input = form({ name: 'a', label: 'Yes', type: 'boolean' });
    expect(
      errorsOf({ ...input, question: 'Shall I open the page to reset your password?' }),
    ).toEqual([]);
  });
});
