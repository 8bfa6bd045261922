import {
  errorReply,
  gatedReply,
  hangReply,
  textReply,
  toolCallsReply,
} from '../support/provider-replies';
import { expect, test } from './fixture';

test.describe('the loop', () => {
  test('KAI-66 streams an answer into the conversation, odd chunks and all', async ({
    panel,
    provider,
  }) => {
    const text = 'Grüße — 你好 👋🏽 from the loopback model.';
    provider.script(textReply(text, { wire: { splitBytes: 3, pings: true, lineEnding: '\r\n' } }));
    await panel.send('Hi there');
    await expect(panel.log).toContainText('Hi there');
    await expect(panel.log).toContainText(text);
    await expect(panel.composer).toHaveValue('');
    await expect(panel.button('Stop')).toBeHidden();
    expect(provider.requests[0]?.body.messages.at(-1)).toMatchObject({ role: 'user' });
  });

  test('KAI-58 KAI-62 KAI-134 KAI-135 BRV-28 runs self-executing tools and shows them inside the answer', async ({
    panel,
    provider,
  }) => {
    provider.script([
      toolCallsReply(
        [
          { id: 'c1', name: 'calculate', arguments: { expression: '6 * 7' } },
          { id: 'c2', name: 'get_local_time', arguments: {} },
        ],
        { text: 'Let me see.', splitArguments: true, interleaved: true },
      ),
      textReply('There you are.'),
    ]);
    await panel.send('What is 6 times 7, and what time is it?');
    await expect(panel.log).toContainText('There you are.');
    const event = panel.toolEvent('calculate');
    await expect(event).toHaveAttribute('data-tool-state', 'ok');
    await expect(event).toHaveAttribute('data-tool-use-id', 'c1');
    await expect(event).toHaveAccessibleName(/6 \* 7/);
    await expect(panel.toolEvent('get_local_time')).toHaveAttribute('data-tool-state', 'ok');
    await expect(panel.log.getByRole('article')).toHaveCount(2);
    await expect(panel.log).not.toContainText('iso_datetime');
    const results = provider.requests[1]?.body.messages.filter(({ role }) => role === 'tool');
    expect(results?.map((message) => message['tool_call_id'])).toEqual(['c1', 'c2']);
    expect(results?.[0]?.['content']).toBe('42');
  });

  test('AGUI-02 contacts the model and nobody else', async ({ panel, provider, extension }) => {
    const hosts = new Set<string>();
    extension.context.on('request', (request) => {
      const { protocol, host } = new URL(request.url());
      if (protocol.startsWith('http')) hosts.add(host);
    });
    provider.script([
      toolCallsReply([
        { name: 'calculate', arguments: { expression: '1 + 2' } },
        { name: 'get_local_time', arguments: {} },
        { name: 'todo_write', arguments: { items: [{ text: 'One', status: 'done' }] } },
      ]),
      textReply('Three.'),
    ]);
    await panel.send('Go');
    await expect(panel.log).toContainText('Three.');
    expect([...hosts]).toEqual([new URL(provider.url).host]);
  });

  test('BRV-30 keeps raw output out of sight until it is asked for', async ({
    panel,
    provider,
  }) => {
    provider.script([
      toolCallsReply([{ name: 'get_local_time', arguments: {} }]),
      textReply('Late.'),
    ]);
    await panel.send('What time is it?');
    await expect(panel.log).toContainText('Late.');
    const event = panel.toolEvent('get_local_time');
    await event.getByRole('button').click();
    await expect(event).toContainText('iso_datetime');
  });

  test('BRV-37 answers a tool that does not exist, and goes on', async ({ panel, provider }) => {
    provider.script([
      toolCallsReply([{ name: 'fly_to_the_moon', arguments: {} }]),
      textReply('I cannot fly.'),
    ]);
    await panel.send('Fly');
    await expect(panel.log).toContainText('I cannot fly.');
    await expect(panel.toolEvent('fly_to_the_moon')).toHaveAttribute('data-tool-state', 'error');
    const result = provider.requests[1]?.body.messages.at(-1);
    expect(result?.['content']).toContain('Unknown tool: fly_to_the_moon');
  });

  test('KAI-73 asks for the best answer without tools after 15 rounds, and offers Continue', async ({
    panel,
    provider,
  }) => {
    provider.setFallback((request) =>
      request.body.tools === undefined
        ? textReply('This is what I have.')
        : toolCallsReply([
            { name: 'calculate', arguments: { expression: `${String(request.index)} + 1` } },
          ]),
    );
    await panel.send('Count');
    await expect(panel.log).toContainText('This is what I have.');
    expect(provider.requests).toHaveLength(16);
    expect(provider.requests[15]?.body).not.toHaveProperty('tools');
    expect(JSON.stringify(provider.requests[15]?.body.messages.at(-1))).toMatch(/best answer/);
    provider.setFallback(textReply('Onwards.'));
    await panel.button('Continue').click();
    await expect(panel.log).toContainText('Onwards.');
    expect(provider.requests[16]?.body).toHaveProperty('tools');
  });
});

test.describe('a failing model', () => {
  test('shows what happened and what to do, and Retry works', async ({ panel, provider }) => {
    provider.script(errorReply(401));
    await panel.send('Hi');
    await expect(panel.log).toContainText(/key/i);
    expect(provider.requests).toHaveLength(1);
    provider.script(textReply('Back again.'));
    await panel.button('Retry').click();
    await expect(panel.log).toContainText('Back again.');
    await expect(panel.button('Retry')).toBeHidden();
  });

  test('KAI-91 tries twice more by itself when the server is overloaded', async ({
    panel,
    provider,
  }) => {
    provider.script([errorReply(503), errorReply(529), textReply('Third time lucky.')]);
    await panel.send('Hi');
    await expect(panel.log).toContainText('Third time lucky.');
    expect(provider.requests).toHaveLength(3);
  });

  test('BRV-38 does not send tool results again by itself', async ({ panel, provider }) => {
    provider.script([
      toolCallsReply([{ name: 'calculate', arguments: { expression: '1 + 1' } }]),
      errorReply(500),
    ]);
    await panel.send('Add');
    await expect(panel.button('Retry')).toBeVisible();
    expect(provider.requests).toHaveLength(2);
    provider.script(textReply('Two.'));
    await panel.button('Retry').click();
    await expect(panel.log).toContainText('Two.');
    expect(provider.requests).toHaveLength(3);
  });
});

test.describe('control', () => {
  test('Stop really stops the stream and keeps what was said', async ({ panel, provider }) => {
    const reply = gatedReply(textReply('Once upon a time there was more.'), 'after-first-chunk');
    provider.script(reply);
    await panel.send('A story');
    await expect(panel.log).toContainText('Once');
    await panel.button('Stop').click();
    const request = await provider.waitForRequest(1);
    await request.closed;
    expect(request.aborted).toBe(true);
    await expect(panel.button('Stop')).toBeHidden();
    await expect(panel.log).toContainText('Once');
    await expect(panel.log).not.toContainText('there was more');
  });

  test('Stop before anything was answered puts the prompt back', async ({ panel, provider }) => {
    provider.script(hangReply());
    await panel.send('Never mind');
    await provider.waitForRequest(1);
    await panel.composer.press('Escape');
    await expect(panel.composer).toHaveValue('Never mind');
    await expect(panel.log).not.toContainText('Never mind');
  });

  test('a prompt sent while the model streams waits its turn', async ({ panel, provider }) => {
    const reply = gatedReply(textReply('First answer.'), 'after-first-chunk');
    provider.script([reply, textReply('Second answer.')]);
    await panel.send('One');
    await reply.reached;
    await panel.send('Two');
    await expect(panel.page.getByText(/Waiting to send/)).toBeVisible();
    reply.release();
    await expect(panel.log).toContainText('Second answer.');
    expect(provider.requests[1]?.body.messages.map(({ role }) => role).slice(-3)).toEqual([
      'user',
      'assistant',
      'user',
    ]);
  });

  test('Pause holds the run back, Resume lets it go on once', async ({ panel, provider }) => {
    const reply = gatedReply(
      toolCallsReply([{ name: 'calculate', arguments: { expression: '2 + 2' } }], {
        text: 'Let me see.',
      }),
      'after-first-chunk',
    );
    provider.script([reply, textReply('Four.')]);
    await panel.send('Add');
    await reply.reached;
    await panel.button('Pause').click();
    await expect(panel.button('Resume')).toBeVisible();
    reply.release();
    await expect(panel.toolEvent('calculate')).toHaveAttribute('data-tool-state', 'proposed');
    expect(provider.requests).toHaveLength(1);
    await panel.button('Resume').click();
    await expect(panel.log).toContainText('Four.');
    expect(provider.requests).toHaveLength(2);
  });

  test('an edited prompt and another answer are versions to switch between', async ({
    panel,
    provider,
  }) => {
    provider.script([textReply('Cats.'), textReply('Dogs.'), textReply('Birds.')]);
    await panel.send('Which animal?');
    await expect(panel.log).toContainText('Cats.');
    await panel.button('Regenerate').click();
    await expect(panel.log).toContainText('Dogs.');
    await panel.button('Previous version').click();
    await expect(panel.log).toContainText('Cats.');
    await expect(panel.log).not.toContainText('Dogs.');
    await panel.button('Edit').click();
    await panel.page.getByRole('textbox', { name: 'Edited text' }).fill('Which animal flies?');
    await panel.page.getByRole('textbox', { name: 'Edited text' }).press('Enter');
    await expect(panel.log).toContainText('Birds.');
    await expect(panel.log).not.toContainText('Cats.');
  });

  test('New chat starts with nothing, and leaves the old one alone', async ({
    panel,
    provider,
  }) => {
    provider.script([textReply('Old answer.'), textReply('New answer.')]);
    await panel.send('Old question');
    await expect(panel.log).toContainText('Old answer.');
    await panel.button('New chat').click();
    await expect(panel.log).not.toContainText('Old answer.');
    await panel.send('New question');
    await expect(panel.log).toContainText('New answer.');
    expect(JSON.stringify(provider.requests[1]?.body)).not.toContain('Old question');
  });
});
