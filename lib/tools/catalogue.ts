import { createAskUser } from './catalogue/ask-user';
import { createCalculate } from './catalogue/calculate';
import { createCloseTabs } from './catalogue/close-tabs';
import { createConvertUnits } from './catalogue/convert-units';
import { createGetLocalTime } from './catalogue/get-local-time';
import { createGroupTabs } from './catalogue/group-tabs';
import { createHandOver } from './catalogue/hand-over';
import { createListTabs } from './catalogue/list-tabs';
import { createMemoryForget } from './catalogue/memory-forget';
import { createMemoryStore } from './catalogue/memory-store';
import { createOpenUrl } from './catalogue/open-url';
import { createProposePlan } from './catalogue/propose-plan';
import { createTaskSummary } from './catalogue/task-summary';
import { createTodoWrite } from './catalogue/todo-write';
import { createUserChoice } from './catalogue/user-choice';
import type { Tool } from './tool';
import type { ToolDependencies } from './tool-dependencies';

/** Every tool of our own, by name. `npm run new:tool` adds one. */
export function createCatalogue(dependencies: ToolDependencies): Tool[] {
  return [
    createAskUser(),
    createCalculate(),
    createCloseTabs(dependencies),
    createConvertUnits(),
    createGetLocalTime(dependencies),
    createGroupTabs(dependencies),
    createHandOver(),
    createListTabs(dependencies),
    createMemoryForget(dependencies),
    createMemoryStore(dependencies),
    createOpenUrl(dependencies),
    createProposePlan(),
    createTaskSummary(),
    createTodoWrite(),
    createUserChoice(),
  ];
}
