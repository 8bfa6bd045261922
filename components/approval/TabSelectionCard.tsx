import { useCallback, useEffect, useId, useState } from 'react';
import type { TabSummary } from '../../lib/messaging/panel-protocol';
import type { InteractionRequest } from '../../lib/messaging/permission';
import type { GroupTabs, TabSelection } from '../../lib/messaging/tool-cards';
import type { Outcome } from '../../lib/panel/panel-actions';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { CardProblem } from './CardProblem';
import { DecisionButton } from './DecisionButton';
import { TabChecklist } from './TabChecklist';
import { useCardAnswer, type RequestBrowserPermissions } from './use-card-answer';
import './card.css';
import '../ui/field.css';

interface TabSelectionCardProps {
  suggestion: GroupTabs;
  request: InteractionRequest;
  disabled: boolean;
  listTabs: () => Promise<Outcome<TabSummary[]>>;
  onSelect: (selection: TabSelection) => Promise<Outcome>;
  onDeny: () => Promise<Outcome>;
  requestBrowserPermissions: RequestBrowserPermissions;
}

export function TabSelectionCard({
  suggestion,
  request,
  disabled,
  listTabs,
  onSelect,
  onDeny,
  requestBrowserPermissions,
}: TabSelectionCardProps) {
  const id = useId();
  const [tabs, setTabs] = useState<Outcome<TabSummary[]> | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(suggestion.suggestedTabIds ?? []),
  );
  const [title, setTitle] = useState(suggestion.title ?? '');
  const { pending, problem, answer, answerWith } = useCardAnswer();

  const load = useCallback(async () => {
    setTabs(await listTabs());
  }, [listTabs]);
  useEffect(() => {
    void listTabs().then(setTabs);
  }, [listTabs]);

  const list = tabs?.ok === true ? tabs.value : [];
  const tabIds = list.map((tab) => tab.id).filter((tabId) => chosen.has(tabId));
  const state = { disabled, 'aria-disabled': pending };
  const titlesHidden =
    request.browserPermissions.length > 0 && list.some((tab) => tab.title.trim() === '');

  function toggle(tabId: number): void {
    const next = new Set(chosen);
    if (!next.delete(tabId)) next.add(tabId);
    setChosen(next);
  }

  /** Without the permission the browser lists tabs, but neither their titles nor their addresses. */
  async function showTitles(): Promise<void> {
    if (await requestBrowserPermissions(request.browserPermissions)) await load();
  }

  return (
    <div
      role="group"
      className="card card-ask"
      aria-labelledby={`${id}-heading`}
      aria-busy={pending}
    >
      <h2 id={`${id}-heading`} className="card-heading">
        <Icon name="group" />
        <span>Which tabs belong together?</span>
      </h2>
      {tabs === null && <p className="card-reason">Looking at your tabs…</p>}
      {tabs?.ok === false && (
        <>
          <p className="card-problem" role="alert">
            {tabs.error.message}
          </p>
          <div className="card-buttons">
            <Button {...state} onClick={load}>
              Try again
            </Button>
          </div>
        </>
      )}
      {tabs?.ok === true && list.length === 0 && (
        <p className="card-reason">No tabs are open that could be grouped.</p>
      )}
      {list.length > 0 && (
        <TabChecklist
          tabs={list}
          chosen={chosen}
          disabled={disabled || pending}
          onToggle={toggle}
        />
      )}
      {titlesHidden && (
        <div className="card-buttons">
          <Button {...state} onClick={showTitles}>
            Show tab titles
          </Button>
        </div>
      )}
      {list.length > 0 && (
        <div className="field">
          <label htmlFor={`${id}-title`}>Group title</label>
          <input
            id={`${id}-title`}
            className="input"
            maxLength={60}
            value={title}
            disabled={disabled}
            readOnly={pending}
            placeholder="No title"
            onChange={(event) => setTitle(event.target.value)}
          />
        </div>
      )}
      {request.reason !== '' && <p className="card-reason plain-text">{request.reason}</p>}
      <CardProblem text={problem} />
      <div className="card-buttons">
        <DecisionButton
          look="primary"
          disabled={disabled || tabIds.length === 0}
          pending={pending}
          onDecide={() =>
            answerWith(request.browserPermissions, requestBrowserPermissions, () =>
              onSelect({ tabIds, ...(title.trim() === '' ? {} : { title: title.trim() }) }),
            )
          }
        >
          {tabIds.length === 1 ? 'Group 1 tab' : `Group ${tabIds.length} tabs`}
        </DecisionButton>
        <DecisionButton
          look="danger"
          disabled={disabled}
          pending={pending}
          onDecide={() => answer(onDeny)}
        >
          Deny
        </DecisionButton>
      </div>
    </div>
  );
}
