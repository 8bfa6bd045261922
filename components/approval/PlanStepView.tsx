import { useId } from 'react';
import type { PlanStep } from '../../lib/messaging/tool-cards';
import { hostFromText } from '../../lib/shared/origin';
import { visibleLine, visibleText } from '../../lib/shared/visible-text';
import { humanName } from './argument-shape';
import { Disclosure } from './Disclosure';
import type { StepDraft } from './plan-drafts';
import '../ui/field.css';

interface PlanStepViewProps {
  number: number;
  step: PlanStep;
  /** What its tool is called, when that is known. */
  toolTitle: string | undefined;
  draft: StepDraft;
  disabled: boolean;
  onChange: (change: Partial<StepDraft>) => void;
}

const SITE_LENGTH = 300;

export function PlanStepView({
  number,
  step,
  toolTitle,
  draft,
  disabled,
  onChange,
}: PlanStepViewProps) {
  const id = useId();
  const { included, site, times } = draft;
  const where = hostFromText(site) ?? visibleLine(site, SITE_LENGTH);
  return (
    <li className={included ? 'plan-step' : 'plan-step plan-step-out'}>
      <p className="plain-text">{visibleText(step.what)}</p>
      <p className="plan-step-how">
        {visibleLine(toolTitle ?? humanName(step.tool), 80)}
        {where !== '' && (
          <>
            {' on '}
            <strong className="place">{where}</strong>
          </>
        )}
        {Number(times) === 1 ? ', once' : `, up to ${times} times`}
      </p>
      <div className="plan-step-controls">
        <label className="plan-step-include">
          <input
            type="checkbox"
            checked={included}
            disabled={disabled}
            onChange={(event) => onChange({ included: event.target.checked })}
          />
          Include<span className="visually-hidden">{` step ${number}`}</span>
        </label>
        <Disclosure label="Change">
          <div className="plan-step-fields">
            <div className="field">
              <label htmlFor={`${id}-site`}>Site</label>
              <input
                id={`${id}-site`}
                className="input"
                maxLength={SITE_LENGTH}
                disabled={disabled}
                placeholder="https://"
                autoComplete="off"
                spellCheck={false}
                value={site}
                onChange={(event) => onChange({ site: event.target.value })}
              />
            </div>
            <div className="field">
              <label htmlFor={`${id}-times`}>How many times</label>
              <input
                id={`${id}-times`}
                className="input"
                type="number"
                min={1}
                max={20}
                disabled={disabled}
                value={times}
                onChange={(event) => onChange({ times: event.target.value })}
              />
            </div>
          </div>
        </Disclosure>
      </div>
    </li>
  );
}
