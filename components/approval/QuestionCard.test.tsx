// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { ContentBlock } from '../../lib/messaging/content';
import type { AskUser } from '../../lib/messaging/tool-cards';
import { ArmedAtOnce } from '../testing/attention';
import { done } from '../testing/tool-use';
import { QuestionCard } from './QuestionCard';

afterEach(cleanup);

const form: AskUser = {
  question: 'When and for whom?',
  fields: [
    { name: 'city', label: 'City', type: 'text', required: true, description: 'Where you start.' },
    { name: 'people', label: 'Travellers', type: 'number' },
    { name: 'card', label: 'Discount card', type: 'boolean' },
    { name: 'seat', label: 'Seat', type: 'select', options: ['Window', 'Aisle'] },
    { name: 'email', label: 'E-mail', type: 'email' },
    { name: 'page', label: 'Page', type: 'url' },
  ],
};

function show(disabled = false) {
  const answers: ContentBlock[][] = [];
  let skipped = 0;
  render(
    <QuestionCard
      form={form}
      disabled={disabled}
      onAnswer={(blocks) => {
        answers.push(blocks);
        return Promise.resolve(done);
      }}
      onSkip={() => {
        skipped += 1;
        return Promise.resolve(done);
      }}
    />,
    { wrapper: ArmedAtOnce },
  );
  return { answers, skipped: () => skipped, user: userEvent.setup() };
}

const field = (name: RegExp) => screen.getByLabelText(name);

describe('a form for the user', () => {
  it('answers with one text block of JSON, with types, without what was left empty', async () => {
    const { answers, user } = show();
    await user.type(field(/City/), '  Lisbon ');
    await user.type(field(/Travellers/), '2');
    await user.click(field(/Discount/));
    await user.selectOptions(field(/Seat/), 'Aisle');
    await user.click(screen.getByRole('button', { name: 'Answer' }));
    expect(answers).toHaveLength(1);
    const [block, ...more] = answers[0] ?? [];
    expect(more).toEqual([]);
    expect(block?.type === 'text' && JSON.parse(block.text)).toEqual({
      city: 'Lisbon',
      people: 2,
      card: true,
      seat: 'Aisle',
    });
  });

  it('says beside each field what is wrong and goes to the first of them', async () => {
    const { answers, user } = show();
    await user.type(field(/Travellers/), 'many');
    await user.type(field(/E-mail/), 'ada');
    await user.type(field(/Page/), 'shop');
    await user.click(screen.getByRole('button', { name: 'Answer' }));
    expect(answers).toEqual([]);
    expect(document.activeElement).toBe(field(/City/));
    const errors = [/City/, /Travellers/, /E-mail/, /Page/].map((name) => {
      const ids = field(name).getAttribute('aria-describedby')?.split(' ') ?? [];
      return document.getElementById(ids.at(-1) ?? '')?.textContent;
    });
    expect(errors).toEqual([
      'Fill this in.',
      'Enter a number.',
      'Enter an e-mail address.',
      'Enter a whole address, with https://.',
    ]);
  });

  it('can be skipped without filling anything in', async () => {
    const { answers, skipped, user } = show();
    await user.click(screen.getByRole('button', { name: 'Skip' }));
    expect(skipped()).toBe(1);
    expect(answers).toEqual([]);
  });

  it('cannot be filled in when its run is over', () => {
    show(true);
    expect(field(/City/).matches(':disabled')).toBe(true);
    expect(screen.getByRole('button', { name: 'Answer' }).matches(':disabled')).toBe(true);
  });
});
