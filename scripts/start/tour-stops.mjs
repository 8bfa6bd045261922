import { isDeepStrictEqual } from 'node:util';
import { Refusal } from './refusal.mjs';

/**
 * What the tour shows, in this order and in one chat. Each stop waits for facts on the screen, and
 * fails with a sentence when they do not come.
 * @type {{ name: string, picture: string, inReadme?: true, play(panel: import('./tour-panel.mjs').TourPanel, takePicture: () => Promise<void>): Promise<void> }[]}
 */
export const stops = [
  {
    name: 'a question is answered',
    picture: 'question',
    async play(panel, takePicture) {
      await panel.newChat();
      await panel.ask('What can you do?');
      await panel.answer(/built-in assistant/i);
      await takePicture();
    },
  },
  {
    name: 'a tool that only reads runs by itself',
    picture: 'self-executing',
    async play(panel, takePicture) {
      await panel.ask('What is 15% of 80?');
      await panel.toolUse('calculate', 'ok');
      await panel.answer(/\b12\b/);
      await takePicture();
    },
  },
  {
    name: 'a tool that changes something waits to be allowed',
    picture: 'approval',
    inReadme: true,
    async play(panel, takePicture) {
      await panel.ask('Remember that my favourite colour is blue');
      await panel.toolUse('memory_store', 'awaiting-user');
      await panel.button('Allow once').waitFor();
      await takePicture();
    },
  },
  {
    name: 'ending the worker changes nothing: the same question still waits',
    picture: 'worker-ended',
    async play(panel, takePicture) {
      const waiting = await panel.toolUse('memory_store', 'awaiting-user');
      const before = await panel.transcript();
      await panel.killWorker();
      const after = await panel.transcript();
      if (!isDeepStrictEqual(before, after)) throw new Refusal('the conversation changed.');
      await takePicture();
      await panel.button('Allow once').click();
      const allowed = await panel.toolUse('memory_store', 'ok');
      if (allowed !== waiting)
        throw new Refusal('another use than the one that waited was allowed.');
      await panel.answer(/blue/);
      const { length } = before;
      const now = (await panel.transcript()).slice(0, length - 1);
      if (!isDeepStrictEqual(now, before.slice(0, -1)))
        throw new Refusal('an earlier entry changed.');
    },
  },
  {
    name: 'a question comes with buttons, and the one you press is the answer',
    picture: 'choice',
    inReadme: true,
    async play(panel, takePicture) {
      await panel.ask('Help me choose between tea, coffee and water');
      await panel.toolUse('user_choice', 'awaiting-user');
      await panel.button(/coffee/i).waitFor();
      await takePicture();
      await panel.button(/coffee/i).click();
      await panel.toolUse('user_choice', 'ok');
      await panel.answer(/coffee/i);
    },
  },
  {
    name: 'a new message prunes the question that nobody answered',
    picture: 'pruned',
    inReadme: true,
    async play(panel, takePicture) {
      await panel.ask('Forget my favourite colour');
      const left = await panel.toolUse('memory_forget', 'awaiting-user');
      await panel.ask('What time is it?');
      const pruned = await panel.toolUse('memory_forget', 'pruned');
      if (pruned !== left) throw new Refusal('another use than the unanswered one was pruned.');
      await panel.toolUse('get_local_time', 'ok');
      await panel.answer(/\d{1,2}[:.]\d{2}/);
      await takePicture();
    },
  },
];
